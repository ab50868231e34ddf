// One line beside the plan's name, for what the page has to say of itself.

import { $, say, speak } from "./dom.js";

export function tell(text) {
  say($("plan-state"), text);
  speak(text);
}
