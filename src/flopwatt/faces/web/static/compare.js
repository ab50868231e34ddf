// Two plans side by side: what differs, what comes of it, and which input did it.

import { $ } from "./dom.js";

export function chooseOther() { $("compare-open").blur(); }
export async function showCompare() {}
