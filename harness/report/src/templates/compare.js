const data = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("filter");
const field = form.elements;

function head(entry) {
  const signs = entry.answers.map((given, index) => {
    const name = withText("span", "of", data.names[index]);
    const status = given ? element("span", `status ${given.status}`, STATUS[given.status]) : "none";
    return element("span", "each", name, " ", status);
  });
  const what = element("span", "what");
  what.append(
    withText("span", "id", entry.id), " ",
    withText("span", "of", `${entry.profile} · ${entry.operation} · `),
    element("span", "of kind-of", entry.kind),
    element("span", "title", ...signs),
  );
  return element("summary", "plain", what);
}

function body(entry) {
  const body = element("div", "body");
  // Who answers the same reads the text the same way: one line for all of them.
  const ways = new Map();
  entry.answers.forEach((given, index) => {
    const way = given ? `${given.status} ${given.status === "skip" ? "" : given.same}` : "";
    if (!ways.has(way)) ways.set(way, { given, names: [] });
    ways.get(way).names.push(data.names[index]);
  });
  const answered = [...ways.values()].filter(({ given }) => given && given.status !== "skip");
  const rows = [...ways.values()].map((way) => {
    const { given, names } = way;
    const name = withText("th", "", names.join(", "));
    name.scope = "row";
    if (!given) return element("tr", "", name, element("td", "", "none"), element("td", ""));
    const others = answered.filter((other) => other !== way).map((other) => other.given.text);
    const code = document.createElement("code");
    if (others.length > 0 && given.status !== "skip") putMarked(code, given.text, closest(given.text, others));
    else put(code, given.text);
    const answer = element("td", "", code);
    for (const text of [given.why, ...(given.notes ?? [])]) {
      if (text) answer.append(withText("p", "small", text));
    }
    return element("tr", "", name, element("td", `status ${given.status}`, STATUS[given.status]), answer);
  });
  body.append(element("table", "answers", element("tbody", "", ...rows)));
  const ids = [...entry.requirements, ...entry.rulings].join(", ");
  body.append(element("h3", "", "Ask it again"), element("div", "repeat", withText("code", "", entry.repeat)));
  const link = element("a", "", "link to this vector");
  link.href = `#${encodeURIComponent(caseAnchor(entry))}`;
  body.append(element("p", "small", withText("span", "", `${entry.source} · ${ids} · `), link));
  return body;
}

const haystacks = new WeakMap();
function haystack(entry) {
  let text = haystacks.get(entry);
  if (text === undefined) {
    const answers = entry.answers.flatMap((given) => (given ? [given.text, given.why ?? "", ...(given.notes ?? [])] : []));
    text = [entry.id, entry.source, ...entry.requirements, ...entry.rulings, ...answers].join("\n").toLowerCase();
    haystacks.set(entry, text);
  }
  return text;
}

// Of the implementation that is chosen: what it was asked and did not pass.
function notPassed({ answers }) {
  const given = answers[field.of.value];
  return field.of.value === "" || (given && given.status !== "pass" && given.status !== "skip");
}

function matching() {
  const boxes = [...form.querySelectorAll("input[name=kind]")];
  const kinds = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const words = field.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const same = (name, entry) => field[name].value === "" || field[name].value === entry[name];
  return (entry) =>
    (kinds.size === 0 || kinds.has(entry.kind)) && same("profile", entry) && same("operation", entry) && notPassed(entry) &&
    words.every((word) => haystack(entry).includes(word));
}

for (const name of ["profile", "operation"]) offer(field[name], data.cases.map((entry) => entry[name]));
data.names.forEach((name, index) => field.of.append(new Option(name, index)));
makeList({ entries: data.cases, head, body, noun: "vectors", form, matching });
