// What the pages share: making elements of untrusted text, the list, its filter, its anchors.

const STATUS = { pass: "✓ pass", fail: "✗ fail", error: "! error", skip: "– skip", expected: "~ expected" };

// Text nobody can see the end or the order of is spelt out: controls, and what turns the direction of text.
const STRANGE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/;

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

// Appends text, character by character only where it has something strange.
function put(parent, text) {
  if (!STRANGE.test(text)) {
    parent.append(text);
    return parent;
  }
  let plain = "";
  for (const character of text) {
    if (STRANGE.test(character)) {
      const code = character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
      parent.append(plain, element("span", "strange", `U+${code}`));
      plain = "";
    } else {
      plain += character;
    }
  }
  parent.append(plain);
  return parent;
}

// A paragraph of our own words, in which backticks make code.
function paragraph(className, text) {
  const made = element("p", className);
  text.split("`").forEach((part, index, parts) => {
    if (index % 2 === 1 && index < parts.length - 1) made.append(withText("code", "", part));
    else put(made, index % 2 === 1 ? `\`${part}` : part);
  });
  return made;
}

function withText(name, className, text) {
  return put(element(name, className), text);
}

// Appends text with what differs from the other text marked: words and signs, or bytes of hex.
function putMarked(parent, text, other) {
  const hex = /^([0-9a-f]{2})+$/;
  const token = hex.test(text) && hex.test(other) ? /../g : /[\p{L}\p{N}]+|\s+|./gsu;
  const one = text.match(token) ?? [], two = other.match(token) ?? [];
  const kept = common(one, two);
  // With little in common, marks over nearly all of it say nothing.
  if (kept.filter(Boolean).length * 2 < Math.min(one.length, two.length)) return put(parent, text);
  for (let start = 0; start < one.length; ) {
    let end = start + 1;
    while (end < one.length && kept[end] === kept[start]) end += 1;
    const part = one.slice(start, end).join("");
    if (kept[start]) put(parent, part);
    else parent.append(withText("mark", "", part));
    start = end;
  }
  return parent;
}

// For each token of the one whether it belongs to a longest sequence that both have.
function common(one, two) {
  const most = Math.min(one.length, two.length);
  let head = 0;
  while (head < most && one[head] === two[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one[one.length - 1 - tail] === two[two.length - 1 - tail]) tail += 1;
  const kept = one.map((_, at) => at < head || at >= one.length - tail);
  const height = one.length - head - tail, width = two.length - head - tail;
  // Too long to compare each with each: what is between the common ends counts as different.
  if (height * width === 0 || height * width > 1_000_000) return kept;
  const line = width + 1, lengths = new Uint16Array((height + 1) * line);
  for (let row = height - 1; row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      lengths[row * line + column] = one[head + row] === two[head + column]
        ? lengths[(row + 1) * line + column + 1] + 1
        : Math.max(lengths[(row + 1) * line + column], lengths[row * line + column + 1]);
    }
  }
  for (let row = 0, column = 0; row < height && column < width; ) {
    if (one[head + row] === two[head + column]) {
      kept[head + row] = true;
      row += 1;
      column += 1;
    } else if (lengths[(row + 1) * line + column] >= lengths[row * line + column + 1]) row += 1;
    else column += 1;
  }
  return kept;
}

// Of several texts the one that begins most like this one.
function closest(text, others) {
  let best = others[0], length = -1;
  for (const other of others) {
    let head = 0;
    while (head < text.length && text[head] === other[head]) head += 1;
    if (head > length) [best, length] = [other, head];
  }
  return best;
}

function caseAnchor(entry) {
  return `${entry.id}@${entry.profile}`;
}

// Fills a select with the values that occur, in the order they do.
function offer(select, values) {
  for (const value of new Set(values)) select.append(new Option(value, value));
}

// The list: one line an entry, its body made when it is first opened.
function makeList(entries, head, body) {
  const list = document.getElementById("list");
  const rows = new Map();
  const made = document.createDocumentFragment();
  for (const entry of entries) {
    const details = document.createElement("details");
    details.id = caseAnchor(entry);
    details.append(head(entry));
    details.addEventListener("toggle", () => {
      if (details.open && !details.querySelector(".body")) details.append(body(entry));
    });
    const row = element("li", "", details);
    rows.set(details.id, { entry, row, details });
    made.append(row);
  }
  list.append(made);
  list.addEventListener("keydown", (event) => {
    if (event.target.tagName !== "SUMMARY" || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!step) return;
    let row = event.target.closest("li")[step];
    while (row && row.hidden) row = row[step];
    if (row) {
      event.preventDefault();
      row.querySelector("summary").focus();
    }
  });
  return rows;
}

// Shows the rows that match, and says how many.
function filterList(rows, noun, matches) {
  let shown = 0;
  for (const { entry, row } of rows.values()) {
    row.hidden = !matches(entry);
    if (!row.hidden) shown += 1;
  }
  document.getElementById("shown").textContent = `${shown} of ${rows.size} ${noun} shown`;
}

// Opens what the address names, whatever the filter hides.
function followAnchor(rows) {
  let name;
  try {
    name = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  const found = rows.get(name);
  if (!found) return;
  found.row.hidden = false;
  found.details.open = true;
  found.details.scrollIntoView({ block: "start" });
  found.details.querySelector("summary").focus({ preventScroll: true });
}

// Follows the address now and whenever it changes. The browser's own jump, once all is loaded, takes the
// focus away again; so it is followed once more behind that.
function followAnchors(rows) {
  window.addEventListener("hashchange", () => followAnchor(rows));
  window.addEventListener("load", () => setTimeout(() => followAnchor(rows)));
  followAnchor(rows);
}

// Calls once typing has paused.
function paused(call) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, 120);
  };
}
