const data = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("filter");
const field = form.elements;

// How many vectors of a requirement are listed before someone asks for all.
const FIRST = 100;

const LETTERS = {
  p: ["pass", "✓ pass"], o: ["pass", "✓ otherwise"], f: ["fail", "✗ fail"], e: ["error", "! error"],
  x: ["expected", "~ expected"], s: ["skip", "– skip"], "-": ["skip", "– none"],
};

const bad = (number) => data.answers.some((letters) => "fex".includes(letters[number]));

function caseRow(number) {
  const [at, profile] = data.cases[number];
  const vector = data.vectors[at];
  const row = element("li", "vector");
  row.dataset.case = `${vector.id}@${data.profiles[profile]}`;
  row.tabIndex = -1;
  const link = withText("a", "id", vector.id);
  link.href = `#${encodeURIComponent(row.dataset.case)}`;
  const head = element("p", "", link, " ");
  head.append(withText("span", "of", `${data.profiles[profile]} · ${vector.operation} · ${vector.strength}`));
  const signs = data.answers.map((letters, index) => {
    const [name, text] = LETTERS[letters[number]];
    return element("span", "each", withText("span", "of", data.names[index]), " ", element("span", `status ${name}`, text));
  });
  row.append(head, withText("p", "", vector.title));
  if (signs.length > 0) row.append(element("p", "", ...signs));
  const values = element("dl", "values pairs");
  const pair = (name, text) => {
    values.append(element("div", "", element("dt", "", name), element("dd", "", withText("code", "", text))));
  };
  for (const [name, text] of vector.asked) pair(name, text);
  vector.accepted.forEach((text, index) => pair(index === 0 ? "accepted" : "or", text));
  row.append(values);
  return row;
}

// The vectors of a requirement or ruling: those that fail somewhere first.
function fill(details, wanted) {
  if (details.querySelector(".vectors")) return;
  const numbers = [...(data.groups[details.id] ?? [])];
  numbers.sort((one, two) => bad(two) - bad(one) || one - two);
  const body = details.querySelector(".body");
  const show = element("p", "small");
  show.append(withText("code", "", `crivet explain ${details.id}`), ` tells it on a terminal. ${numbers.length === 0 ? "No vector exercises it." : "Its vectors:"}`);
  const list = element("ol", "vectors");
  const named = wanted === undefined ? -1 : numbers.findIndex((number) => caseName(number) === wanted);
  const first = Math.max(FIRST, named + 1);
  list.append(...numbers.slice(0, first).map(caseRow));
  body.append(show, list);
  if (numbers.length > first) {
    const more = withText("button", "more", `Show all ${numbers.length} vectors`);
    more.type = "button";
    more.addEventListener("click", () => {
      list.append(...numbers.slice(first).map(caseRow));
      more.remove();
      list.children[first].focus();
    });
    body.append(more);
  }
}

function caseName(number) {
  const [at, profile] = data.cases[number];
  return `${data.vectors[at].id}@${data.profiles[profile]}`;
}

const rows = [...document.querySelectorAll("li.row")].map((row) => {
  const details = row.firstElementChild;
  details.addEventListener("toggle", () => details.open && fill(details));
  const numbers = data.groups[details.id] ?? [];
  const standings = data.answers.map((letters) => {
    const given = numbers.map((number) => letters[number]);
    if (given.some((letter) => "fex".includes(letter))) return "fails";
    return given.some((letter) => "po".includes(letter)) ? "holds" : "not asked";
  });
  return { row, details, standings, numbers };
});

const haystacks = new WeakMap();
function haystack(one) {
  let text = haystacks.get(one);
  if (text === undefined) {
    text = one.details.textContent.toLowerCase();
    haystacks.set(one, text);
  }
  return text;
}

function matching() {
  const levels = new Set([...field.level].filter((box) => box.checked).map((box) => box.value));
  const words = field.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  // A word can name a vector as well: then every requirement that it exercises matches.
  const named = words.map((word) =>
    new Set(data.cases.flatMap(([at], number) => (data.vectors[at].id.includes(word) ? [number] : []))));
  return (one) => {
    const set = one.details.dataset;
    const ruling = set.ruling !== undefined;
    const specification = field.specification.value;
    if (specification !== "" && (ruling ? !set.profiles.split(", ").includes(specification) : set.specification !== specification)) return false;
    if (levels.size > 0 && (ruling || !levels.has(set.level))) return false;
    if (field.gap.checked && set.gap === undefined) return false;
    if (field.standing && field.standing.value !== "") {
      const which = field.implementation.value;
      const wanted = field.standing.value;
      if (which === "" ? !one.standings.includes(wanted) : one.standings[which] !== wanted) return false;
    }
    return words.every((word, index) =>
      haystack(one).includes(word) || (named[index].size < data.cases.length && one.numbers.some((number) => named[index].has(number))));
  };
}

function apply() {
  const matches = matching();
  const shown = { requirements: 0, rulings: 0 };
  for (const one of rows) {
    one.row.hidden = !matches(one);
    if (!one.row.hidden) shown[one.details.dataset.ruling === undefined ? "requirements" : "rulings"] += 1;
  }
  // A heading with nothing under it is in the way.
  for (const part of document.querySelectorAll(".chapter, .part")) {
    part.hidden = !part.querySelector("li.row:not([hidden])");
  }
  const rulings = rows.filter((one) => one.details.dataset.ruling !== undefined).length;
  document.getElementById("shown").textContent =
    `${shown.requirements} of ${rows.length - rulings} requirements and ${shown.rulings} of ${rulings} rulings shown`;
}

// Opens what the address names: a requirement, a ruling, or a vector as `id@profile`.
function follow() {
  let name;
  try {
    name = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  let one = rows.find(({ details }) => details.id === name);
  if (!one && name.includes("@")) {
    // Of several requirements of the vector the one with the fewest others.
    const having = rows.filter(({ numbers }) => numbers.some((number) => caseName(number) === name));
    one = having.sort((a, b) => a.numbers.length - b.numbers.length)[0];
  }
  if (!one) return;
  one.row.hidden = false;
  for (let part = one.row.parentElement; part; part = part.parentElement) part.hidden = false;
  fill(one.details, name);
  one.details.open = true;
  const vector = [...one.details.querySelectorAll("li.vector")].find((row) => row.dataset.case === name);
  (vector ?? one.details).scrollIntoView({ block: "start" });
  (vector ?? one.details.querySelector("summary")).focus({ preventScroll: true });
}

document.querySelector("main").addEventListener("keydown", (event) => {
  if (event.target.tagName !== "SUMMARY" || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const visible = rows.filter(({ row }) => !row.hidden);
  const at = visible.findIndex(({ details }) => details === event.target.parentElement);
  const next = visible[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.details.querySelector("summary").focus();
});

form.addEventListener("input", paused(apply));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(apply));
apply();
window.addEventListener("hashchange", follow);
window.addEventListener("load", () => setTimeout(follow));
follow();
