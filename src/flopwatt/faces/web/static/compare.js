// Two plans side by side: what differs, what comes of it, and which input did it.

import { $, el, say } from "./dom.js";
import { Refused, askJson } from "./ask.js";
import { tableBlock } from "./tables.js";
import { tell } from "./notes.js";

// Ask for the second plan: as it was when opened, an example, or a file.
export async function chooseOther(state, done) {
  const dialog = $("keys-list");
  const examples = await askJson("/api/examples");
  const pick = async (name, plan) => {
    dialog.close();
    state.other = plan ? { name, plan } : null;
    await showCompare(state);
    done();
    $("compare")?.scrollIntoView();
  };
  const choices = [
    el("button", { type: "button", onclick: () => pick(`${state.name}, as opened`, state.opened) }, "As it was when I opened it"),
    ...examples.map((name) => el("button", { type: "button", onclick: async () => {
      const one = await askJson(`/api/examples/${name}`);
      await pick(one.name, one.plan);
    } }, name.replaceAll("-", " "))),
    el("label", { class: "btn", for: "other-file" }, "A plan file"),
    el("input", { type: "file", id: "other-file", accept: ".yaml,.yml", class: "vh", onchange: async (event) => {
      const [file] = event.target.files;
      if (file) await pick(file.name, await file.text());
    } }),
  ];
  if (state.other) choices.push(el("button", { type: "button", onclick: () => pick("", null) }, "No second plan"));
  dialog.replaceChildren(
    el("h2", { id: "keys-title" }, "Compare with"),
    el("p", { class: "examples choices" }, ...choices),
    el("form", { method: "dialog" }, el("button", {}, "Close")));
  dialog.showModal();
}

export async function showCompare(state) {
  const old = $("compare");
  $("compare-open").setAttribute("aria-pressed", String(Boolean(state.other)));
  if (!state.other) {
    old?.remove();
    return;
  }
  const { plan, name, other } = state;
  $("progress").hidden = false;
  try {
    const { comparison, problems } = await askJson("/api/compare", { plan, name, other: other.plan, other_name: other.name });
    if (!comparison) {
      tell(problems.find((one) => !one.warning)?.message ?? "");
      return;
    }
    const row = old ?? el("section", { class: "row without-inputs", id: "compare", "aria-labelledby": "title-compare", tabindex: "-1" },
      el("header", {}, el("p", { class: "eyebrow" }, "Compare"), el("h2", { id: "title-compare", class: "finding" })),
      el("div", { class: "see" }), el("div", { class: "know" }));
    say(row.querySelector("h2"), comparison.title);
    row.querySelector(".see").replaceChildren(...comparison.tables.map(tableBlock));
    const notes = comparison.tables.filter((table) => table.note);
    row.querySelector(".know").replaceChildren(...notes.map((table) => el("div", { class: "note", id: `note-${table.id}` },
      el("h3", {}, table.title), ...table.note.split("\n").map((line) => el("p", {}, line)))));
    if (!old) $("sections").after(row);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(error.message);
  } finally {
    $("progress").hidden = true;
  }
}
