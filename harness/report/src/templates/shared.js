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

// How many entries are made at a time: the page stays small however many there are.
const AT_ONCE = 50;

// The list: one line an entry, its body made when it is first opened. What the filter says and which entry is open
// stand in the address, so that a link or the way back leads to the same sight. `matching` gives the test of the
// filter as it is set; `first` sets it where the address says nothing; `changed` is told of each change.
function makeList({ entries, head, body, noun, form, matching, first = () => {}, changed = () => {} }) {
  const list = document.getElementById("list");
  const more = document.getElementById("more");
  const byName = new Map(entries.map((entry) => [caseAnchor(entry), entry]));
  const made = new Map();
  let found = [], sent = 0, open = null;

  function rowOf(entry) {
    if (made.has(entry)) return made.get(entry);
    const details = document.createElement("details");
    details.id = caseAnchor(entry);
    details.append(head(entry));
    details.addEventListener("toggle", () => {
      if (details.open && !details.querySelector(".body")) details.append(body(entry));
      if (details.open) open = details.id;
      else if (open === details.id) open = null;
      if (named() !== details.id) write();
    });
    const row = element("li", "", details);
    made.set(entry, row);
    return row;
  }

  function send() {
    const rows = found.slice(sent, sent + AT_ONCE).map(rowOf);
    sent += rows.length;
    // One that the address named may stand at the top already.
    list.append(...rows.filter((row) => row.parentElement !== list));
    more.hidden = sent >= found.length;
    more.textContent = `Show more: ${found.length - sent} to come`;
  }

  function apply() {
    const matches = matching();
    found = entries.filter(matches);
    sent = 0;
    list.replaceChildren();
    document.getElementById("shown").textContent = `${found.length} of ${entries.length} ${noun} shown`;
    send();
    changed(new URLSearchParams(fields()));
  }

  const fields = () => [...new FormData(form)].filter(([, value]) => value !== "");

  // What the address names alone: an entry, as links from elsewhere do.
  function named() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  }

  function write() {
    const all = new URLSearchParams(fields());
    if (open !== null) all.set("open", open);
    history.replaceState(null, "", `#${all.toString() || "all"}`);
  }

  function close() {
    for (const details of list.querySelectorAll("details[open]")) details.open = false;
    open = null;
  }

  // Opens an entry, whatever the filter hides.
  function show(name) {
    const entry = byName.get(name);
    if (!entry) return;
    const row = rowOf(entry);
    if (row.parentElement !== list) list.prepend(row);
    row.firstElementChild.open = true;
    row.scrollIntoView({ block: "start" });
    row.querySelector("summary").focus({ preventScroll: true });
  }

  function follow() {
    const name = named();
    if (byName.has(name)) return show(name);
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (name !== "all" && ![...wanted.keys()].some((key) => key === "open" || form.elements[key])) return;
    for (const field of form.elements) {
      if (!field.name) continue;
      if (field.type === "checkbox") field.checked = wanted.getAll(field.name).includes(field.value);
      else field.value = wanted.get(field.name) ?? "";
      // A choice that this page does not have.
      if (field.tagName === "SELECT" && field.selectedIndex < 0) field.value = "";
    }
    close();
    apply();
    if (wanted.has("open")) show(wanted.get("open"));
    else if (document.readyState === "complete") document.getElementById("vectors").focus();
  }

  const change = () => {
    apply();
    write();
  };
  form.addEventListener("input", paused(change));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => {
    close();
    change();
  }));
  more.addEventListener("click", () => {
    const last = list.lastElementChild;
    send();
    last?.nextElementSibling?.querySelector("summary").focus();
  });
  new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting) && sent > 0 && sent < found.length) send();
  }, { rootMargin: "400px" }).observe(more);
  list.addEventListener("keydown", (event) => {
    if (event.target.tagName !== "SUMMARY" || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!step) return;
    const own = event.target.closest("li");
    if (step === "nextElementSibling" && !own[step] && sent < found.length) send();
    const row = own[step];
    if (row) {
      event.preventDefault();
      row.querySelector("summary").focus();
    }
  });
  first();
  apply();
  follow();
  window.addEventListener("hashchange", follow);
  // The browser's own jump, once all is loaded, takes the focus away again.
  window.addEventListener("load", () => setTimeout(() => open !== null && show(open)));
}

// Calls once typing has paused.
function paused(call) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, 120);
  };
}
