const data = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("filter");
const field = form.elements;

function head(entry) {
  const notes = entry.notes ? `, ${entry.notes.length === 1 ? "a note" : `${entry.notes.length} notes`}` : "";
  const what = element("span", "what");
  what.append(
    withText("span", "id", entry.id), " ",
    withText("span", "of", `${entry.profile} · ${entry.operation} · ${entry.strength}${notes}`),
    ...(entry.late === undefined ? [] : [" ", element("span", "late", "late, does not count")]),
    withText("span", "title", entry.title),
  );
  return element("summary", "", element("span", `status ${entry.status}`, STATUS[entry.status]), what);
}

// One value: notation and hex side by side; where another value is given, what differs from it is marked.
function value(name, line, others) {
  const row = element("div", "", element("dt", "", name));
  const one = (className, key) => {
    const code = document.createElement("code");
    const texts = others.map((other) => other[key]).filter((text) => text !== undefined);
    if (texts.length > 0) putMarked(code, line[key], closest(line[key], texts));
    else put(code, line[key]);
    return element("dd", className, code);
  };
  if (line.hex === undefined) row.append(one("only", "text"));
  else row.append(one("", "text"), one("hex", "hex"));
  return row;
}

function body(entry) {
  const body = element("div", "body");
  if (entry.why) body.append(withText("p", "why", entry.why));
  if (entry.expected) body.append(withText("p", "", entry.expected));
  if (entry.late) {
    body.append(withText("p", "", `It came with corpus version ${entry.late}, newer than the one the run is pinned to: it is reported, and does not turn the run red.`));
  }
  for (const note of entry.notes ?? []) body.append(withText("p", "", note));
  const values = element("dl", "values");
  for (const line of entry.asked) values.append(value(line.name, line, []));
  const differs = (entry.status === "fail" || entry.status === "expected") && entry.came ? [entry.came] : [];
  entry.accepted.forEach((line, index) => {
    values.append(value(index === 0 ? "accepted" : "or", line, differs));
  });
  if (entry.budget) values.append(value("budget", { text: entry.budget }, []));
  if (entry.came) values.append(value("came", entry.came, differs.length > 0 ? entry.accepted : []));
  body.append(values);
  if (entry.note) body.append(element("h3", "", "Note"), paragraph("", entry.note));
  if (entry.requirements.length > 0) body.append(element("h3", "", "What the text says"));
  for (const id of entry.requirements) {
    const found = data.requirements[id];
    body.append(paragraph("", found ? `${found.text} [${id}, ${found.level}]` : `[${id}]`));
  }
  for (const id of entry.rulings ?? []) {
    const found = data.rulings[id];
    body.append(element("h3", "", `Ruling ${id}`));
    if (found) body.append(paragraph("small", found.question), paragraph("", found.ruling));
  }
  body.append(element("h3", "", "Ask it alone"));
  body.append(element("div", "repeat", withText("code", "", entry.repeat)));
  const link = element("a", "", "link to this vector");
  link.href = `#${encodeURIComponent(caseAnchor(entry))}`;
  const features = entry.features ? ` · uses ${entry.features.join(", ")}` : "";
  body.append(element("p", "small", withText("span", "", `${entry.source}${features} · `), link));
  return body;
}

// What free text is looked for in, made once per entry when it is first asked for.
const haystacks = new WeakMap();
function haystack(entry) {
  let text = haystacks.get(entry);
  if (text === undefined) {
    const lines = [...entry.asked, ...entry.accepted, ...(entry.came ? [entry.came] : [])];
    text = [
      entry.id, entry.title, entry.why ?? "", entry.note ?? "", entry.expected ?? "", entry.source,
      ...(entry.notes ?? []), ...lines.flatMap((line) => [line.text, line.hex ?? ""]),
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
    (requirement === "" ||
      [...entry.requirements, ...(entry.rulings ?? [])].some((id) => id.toLowerCase().includes(requirement))) &&
    words.every((word) => haystack(entry).includes(word));
}

for (const name of ["profile", "operation", "strength"]) offer(field[name], data.cases.map((entry) => entry[name]));
const ids = data.cases.flatMap((entry) => [...entry.requirements, ...(entry.rulings ?? [])]);
offer(document.getElementById("requirement-ids"), ids.sort());

const rows = makeList(data.cases, head, body);
const apply = () => filterList(rows, "vectors", matching());

// Whoever opens a report of failures looks for the failures.
const bad = (status) => status === "fail" || status === "error";
if (data.cases.some((entry) => bad(entry.status))) {
  for (const box of field.status) box.checked = bad(box.value);
}
form.addEventListener("input", paused(apply));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(apply));
for (const button of document.querySelectorAll("button.pick")) {
  button.addEventListener("click", () => {
    form.reset();
    field.profile.value = button.dataset.profile;
    field.operation.value = button.dataset.operation;
    setTimeout(() => {
      apply();
      document.getElementById("vectors").scrollIntoView();
      field.text.focus({ preventScroll: true });
    });
  });
}
apply();
followAnchors(rows);
