const data = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("filter");
const field = form.elements;

const vectors = data.vectors.map(([id, operation, strength, title, asked, accepted, source, more]) => ({
  id, title, source, ...more,
  asked: asked.map((at) => data.lines[at]), accepted: accepted.map((at) => data.lines[at]),
  operation: data.operations[operation], strength: data.strengths[strength],
}));
const cites = data.cites.map(([requirements, rulings]) => ({
  requirements: requirements.map((at) => data.requirements[at]), rulings: rulings.map((at) => data.rulings[at]),
}));

// The cases with what they name by number.
const { cases } = data;
const entries = cases.vector.map((number, at) => {
  const vector = vectors[number], more = cases.more[at] ?? {};
  const { id, title, operation, strength } = vector;
  return {
    ...more, ...cites[cases.cites[at]], vector, id, title, operation, strength,
    profile: data.profiles[cases.profile[at]], status: data.statuses[cases.status[at]],
    cause: data.causes[more.cause], came: data.lines[cases.came[at]],
  };
});

const bad = (status) => status === "fail" || status === "error";

function head(entry) {
  const notes = entry.notes ? `, ${entry.notes.length === 1 ? "a note" : `${entry.notes.length} notes`}` : "";
  const what = element("span", "what");
  what.append(
    withText("span", "id", entry.id), " ",
    withText("span", "of", `${entry.profile} · ${entry.operation} · ${entry.strength}${notes}`),
    ...(entry.late === undefined ? [] : [" ", element("span", "late", "late, does not count")]),
    withText("span", "title", entry.title),
    ...(entry.why ? [withText("span", "reason", entry.why)] : []),
  );
  return element("summary", "", element("span", `status ${entry.status}`, STATUS[entry.status]), what);
}

// One value: notation and hex side by side; where other values are given, what differs from them is marked.
function value(name, line, others) {
  const row = element("div", "", element("dt", "", name));
  const one = (className, at) => {
    const code = document.createElement("code");
    const texts = others.map((other) => other[at]).filter((text) => text !== undefined);
    if (texts.length > 0) putMarked(code, line[at], closest(line[at], texts));
    else put(code, line[at]);
    return element("dd", className, code);
  };
  if (line[1] === undefined) row.append(one("only", 0));
  else row.append(one("", 0), one("hex", 1));
  return row;
}

function citation(requirement) {
  const made = paragraph("", `${requirement.text} `);
  made.append(withText("span", "of", `${requirement.id}, ${requirement.level}`));
  if (requirement.place) {
    const [name, address] = requirement.place;
    const link = withText("a", "", name);
    link.href = address;
    made.append(", ", link);
  }
  return made;
}

function body(entry) {
  const body = element("div", "body");
  const vector = entry.vector;
  if (entry.expected) body.append(withText("p", "", entry.expected));
  if (entry.late) {
    body.append(withText("p", "", `It came with corpus version ${entry.late}, newer than the one the run is pinned to: it is reported, and does not turn the run red.`));
  }
  for (const note of entry.notes ?? []) body.append(withText("p", "", note));
  const values = element("dl", "values");
  for (const [name, ...line] of vector.asked) values.append(value(name, line, []));
  const differs = (entry.status === "fail" || entry.status === "expected") && entry.came ? [entry.came] : [];
  vector.accepted.forEach((line, index) => {
    values.append(value(index === 0 ? "accepted" : "or", line, differs));
  });
  if (vector.budget) values.append(value("budget", [vector.budget], []));
  if (entry.came) values.append(value("came", entry.came, differs.length > 0 ? vector.accepted : []));
  body.append(values);
  if (vector.note !== undefined) body.append(element("h3", "", "Note"), paragraph("", data.notes[vector.note]));
  if (entry.requirements.length > 0) body.append(element("h3", "", "What the text says"), ...entry.requirements.map(citation));
  for (const ruling of entry.rulings) {
    body.append(element("h3", "", `Ruling ${ruling.id}`), paragraph("small", ruling.question), paragraph("", ruling.ruling));
  }
  body.append(element("h3", "", "Ask it alone"));
  const repeat = entry.repeat ?? `${data.repeat[0]}${entry.profile} --filter ${entry.id}${data.repeat[1]}`;
  body.append(element("div", "repeat", withText("code", "", repeat)));
  const link = element("a", "", "link to this vector");
  link.href = `#${encodeURIComponent(caseAnchor(entry))}`;
  const features = vector.features ? ` · uses ${vector.features.join(", ")}` : "";
  body.append(element("p", "small", withText("span", "", `${source(vector)}${features} · `), link));
  return body;
}

function source({ source: [file, line, column] }) {
  return `${data.files[file]}:${line}:${column}`;
}

// What free text is looked for in, made once per entry when it is first asked for.
const haystacks = new WeakMap();
function haystack(entry) {
  let text = haystacks.get(entry);
  if (text === undefined) {
    const vector = entry.vector;
    text = [
      entry.id, entry.title, entry.why ?? "", data.notes[vector.note] ?? "", entry.expected ?? "", source(vector),
      ...(entry.notes ?? []), ...vector.asked.flat(), ...vector.accepted.flat(), ...(entry.came ?? []),
    ].join("\n").toLowerCase();
    haystacks.set(entry, text);
  }
  return text;
}

function matching() {
  const statuses = new Set([...field.status].filter((box) => box.checked).map((box) => box.value));
  const requirement = field.requirement.value.trim().toLowerCase();
  const words = field.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const same = (name, entry) => field[name].value === "" || field[name].value === entry[name];
  return (entry) =>
    (statuses.size === 0 || statuses.has(entry.status)) &&
    (!field.noted.checked || entry.notes !== undefined) &&
    (!field.late || !field.late.checked || entry.late !== undefined) &&
    same("profile", entry) && same("operation", entry) && same("strength", entry) &&
    (!field.cause || same("cause", entry)) &&
    (requirement === "" ||
      [...entry.requirements, ...entry.rulings].some(({ id }) => id.toLowerCase().includes(requirement))) &&
    words.every((word) => haystack(entry).includes(word));
}

for (const name of ["profile", "operation", "strength"]) offer(field[name], entries.map((entry) => entry[name]));
// A thousand of them, which few ask for.
field.requirement.addEventListener("focus", () => {
  offer(document.getElementById("requirement-ids"), [...data.requirements, ...data.rulings].map(({ id }) => id).sort());
}, { once: true });

makeList({
  entries, head, body, noun: "vectors", form, matching,
  // Whoever opens a report of failures looks for the failures.
  first() {
    if (!entries.some((entry) => bad(entry.status))) return;
    for (const box of field.status) box.checked = bad(box.value);
  },
  // The links of a whole line keep the verdicts that are chosen.
  changed(fields) {
    const verdicts = fields.getAll("status").map((status) => ["status", status]);
    for (const link of document.querySelectorAll("a.pick")) {
      const { profile, operation } = link.dataset;
      link.href = `#${new URLSearchParams([...verdicts, ["profile", profile], ["operation", operation]])}`;
    }
  },
});
