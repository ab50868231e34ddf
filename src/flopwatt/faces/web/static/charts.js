// Charts: drawn once for a width, then only their rows change while a slider moves.

import { el, say } from "./dom.js";
import { tableOf, tableFoot } from "./tables.js";

const views = new WeakMap();
const options = {
  mode: "vega-lite", renderer: "svg", actions: false, ast: true, defaultStyle: false,
  tooltip: false, hover: false, logLevel: 1,
};

// What a picture is apart from its numbers: while a slider moves only rows change, and its
// scales and the places of its labels catch up at rest.
const shape = (spec) => JSON.stringify([Object.keys(spec.datasets), spec.layer?.length, spec.width]);

function frame(spec) {
  return JSON.stringify(spec, (name, value) => (name === "datasets" ? undefined : value));
}

const about = (chart) => `${chart.title}. ${chart.description}`;

export function makeFigure(chart) {
  const behind = el("details", { class: "behind" },
    el("summary", {}, "Table"), tableOf(chart.table));
  const plot = el("div", {
    class: "chart", role: "application", "aria-roledescription": "chart", tabindex: "0",
    "aria-label": about(chart), "aria-describedby": "walk",
  });
  return el("figure", { dataset: { chart: chart.id } },
    el("figcaption", {}, el("h3", { class: "chart-title" }), el("p", { class: "sub" })),
    plot, el("p", { class: "point" }), el("div", { class: "foot" }, behind, ...tableFoot(chart)));
}

export async function patchFigure(figure, chart, { moving = false } = {}) {
  say(figure.querySelector(".chart-title"), chart.title);
  say(figure.querySelector(".sub"), chart.subtitle);
  const plot = figure.querySelector(".chart");
  plot.setAttribute("aria-label", about(chart));
  figure.wanted = { chart, moving };
  if (figure.drawing) return figure.drawing;
  figure.drawing = drawWanted(figure, plot).finally(() => { figure.drawing = null; });
  return figure.drawing;
}

async function drawWanted(figure, plot) {
  while (figure.wanted) {
    const { chart, moving } = figure.wanted;
    figure.wanted = null;
    await draw(plot, chart.spec, moving);
  }
}

async function draw(plot, spec, moving) {
  if (!window.vegaEmbed) return;
  const before = views.get(plot);
  const same = before && (moving ? before.shape === shape(spec) : before.frame === frame(spec));
  if (same) {
    for (const name of before.names) if (spec.datasets[name]) before.view.data(name, spec.datasets[name]);
    await before.view.runAsync();
    return;
  }
  if (before) before.view.finalize();
  const { view, vgSpec } = await window.vegaEmbed(plot, spec, options);
  plot.querySelector("svg")?.setAttribute("aria-hidden", "true");
  const names = vgSpec.data.map((one) => one.name); // those that no layer uses are left out
  views.set(plot, { view, names, shape: shape(spec), frame: frame(spec) });
}

export const viewOf = (plot) => views.get(plot)?.view;
