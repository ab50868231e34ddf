// Files to take away: made by the server of this machine, saved by the browser.

import { $, el } from "./dom.js";
import { ask } from "./ask.js";
import { tell } from "./notes.js";

const kinds = [
  ["Plan (YAML)", "yaml"], ["Results (JSON)", "json"], ["All tables (CSV)", "csv"],
  ["Report (HTML)", "html"], ["Workbook (xlsx)", "xlsx"],
];

export const downloadButtons = (state) => kinds.map(([label, kind]) =>
  el("button", { type: "button", onclick: () => take(state, kind, "") }, label));

export function fillDownloads(state) {
  $("download-list").replaceChildren(...downloadButtons(state));
}

export async function take(state, kind, part) {
  const stem = `${state.name.replace(/\.ya?ml$/, "")}${part ? `-${part}` : ""}`;
  if (kind === "yaml") return save(new Blob([state.plan], { type: "text/yaml" }), state.name);
  try {
    const answer = await ask("/api/download", { plan: state.plan, name: state.name, kind, part });
    save(await answer.blob(), `${stem}.${kind}`);
  } catch (error) {
    tell(error.message);
  }
}

function save(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
