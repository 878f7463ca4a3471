"use strict";
// Each line of the index is a vector: id, title, operation, and what it rests on.
const MOST = 100;
const form = document.getElementById("search");
const lines = VECTORS.map((vector) => vector.join(" ").toLowerCase());

function show() {
  const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : VECTORS.filter((_, at) => words.every((word) => lines[at].includes(word)));
  document.getElementById("shown").textContent =
    words.length === 0 ? `${VECTORS.length} vectors` : `${found.length} of ${VECTORS.length} vectors${found.length > MOST ? `, the first ${MOST}` : ""}`;
  document.getElementById("list").replaceChildren(...found.slice(0, MOST).map(([id, title, operation]) => {
    const row = document.createElement("li"), link = document.createElement("a"), text = document.createElement("span");
    link.href = `vectors/${id}.html`;
    link.className = "id";
    link.textContent = id;
    text.textContent = ` ${operation} · ${title}`;
    row.append(link, text);
    return row;
  }));
}

function follow() {
  try {
    form.elements.text.value = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  show();
}

form.addEventListener("input", () => {
  history.replaceState(null, "", `#${encodeURIComponent(form.elements.text.value)}`);
  show();
});
form.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", follow);
follow();
