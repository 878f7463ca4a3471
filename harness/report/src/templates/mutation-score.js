const data = JSON.parse(document.getElementById("data").textContent);
const form = document.getElementById("filter");
const field = form.elements;

// A fault has no profile of its own in its address.
const entries = data.faults.map((fault) => ({ ...fault, profile: "fault" }));

function head(fault) {
  const missed = fault.missed !== undefined;
  const [name, text] = missed ? ["fail", "✗ missed"] : fault.kills === 0 ? ["skip", "– none"] : ["pass", "✓ noticed"];
  const what = element("span", "what");
  what.append(
    withText("span", "title", fault.wrong),
    withText("span", "id", fault.id), " ",
    withText("span", "of", `${fault.profiles.join(", ")} · ${fault.operations.join(", ")} · ${fault.kills === 1 ? "1 vector notices" : `${fault.kills} vectors notice`} it`),
  );
  return element("summary", "", element("span", `status ${name}`, text), what);
}

function body(fault) {
  const body = element("div", "body");
  if (fault.missed) body.append(withText("p", "why", `Not noticed: ${fault.missed.join("; ")}`));
  if (fault.equivalent) body.append(withText("p", "", `Argued to make no difference: ${fault.equivalent}`));
  if (fault.by.length > 0) {
    const list = element("ul", "findings", ...fault.by.map((name) => element("li", "", withText("code", "", name))));
    body.append(element("h3", "", fault.by.length < fault.kills ? "Noticed by, among others" : "Noticed by"), list);
  }
  body.append(element("h3", "", "Every vector that notices it"));
  body.append(element("div", "repeat", withText("code", "", `cargo xtask mutants score --fault ${fault.id}`)));
  return body;
}

const haystacks = new WeakMap();
function haystack(fault) {
  let text = haystacks.get(fault);
  if (text === undefined) {
    text = [fault.id, fault.wrong, fault.equivalent ?? "", ...fault.by].join("\n").toLowerCase();
    haystacks.set(fault, text);
  }
  return text;
}

const KINDS = {
  missed: (fault) => fault.missed !== undefined,
  few: (fault) => fault.kills > 0 && fault.kills <= 3,
  equivalent: (fault) => fault.equivalent !== undefined,
};

function matching() {
  const kinds = [...form.querySelectorAll("input[name=kind]")].filter((box) => box.checked).map((box) => KINDS[box.value]);
  const words = field.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const { profile, operation } = field;
  return (fault) =>
    (kinds.length === 0 || kinds.some((kind) => kind(fault))) &&
    (profile.value === "" || fault.profiles.includes(profile.value)) &&
    (operation.value === "" || fault.operations.includes(operation.value)) &&
    words.every((word) => haystack(fault).includes(word));
}

offer(field.profile, entries.flatMap((fault) => fault.profiles));
offer(field.operation, entries.flatMap((fault) => fault.operations));
makeList({ entries, head, body, noun: "faults", form, matching });
