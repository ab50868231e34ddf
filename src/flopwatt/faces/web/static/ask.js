// Questions to the server, and plans packed into the link.

export class Refused extends Error {
  constructor(message, problems = []) {
    super(message);
    this.problems = problems;
  }
}

export async function ask(path, question) {
  let answer;
  try {
    answer = await fetch(path, question === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
    });
  } catch {
    throw new Refused("no answer from flopwatt web; try again");
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    const { message, allowed } = told.problems?.[0] ?? {};
    throw new Refused([message ?? `no answer (${answer.status})`, allowed].filter(Boolean).join("; "), told.problems);
  }
  return answer;
}

export const askJson = async (path, question) => (await ask(path, question)).json();

// Text to a short word that a link can carry, and back.
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const MOST_UNPACKED = 1_000_000; // characters: a short link may hold a great deal of nothing

export async function unpack(word) {
  const letters = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MOST_UNPACKED) throw new Refused("the plan of this link is too long");
  }
}

// What the link holds: plan, explanation, compared plan, section.
export async function readLink() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const found = { why: parts.get("why"), at: parts.get("at"), name: parts.get("name") };
  for (const [name, part] of [["plan", "p"], ["other", "with"]]) {
    if (parts.get(part)) found[name] = await unpack(parts.get(part)).catch(() => null);
  }
  found.otherName = parts.get("withname");
  return found;
}

export async function makeLink(state) {
  const parts = new URLSearchParams();
  if (state.name) parts.set("name", state.name);
  if (state.plan) parts.set("p", await pack(state.plan));
  if (state.why) parts.set("why", state.why);
  if (state.other) {
    parts.set("with", await pack(state.other.plan));
    parts.set("withname", state.other.name);
  }
  if (state.at) parts.set("at", state.at);
  return `#${parts}`;
}
