// Respondents that need no model.
export { ERROR_MODEL } from "./respondent/error-model.ts";
export { rehearsedText } from "./respondent/rehearsed-text.ts";
export { type Profile, simulated, type SimulatedOptions } from "./respondent/simulated.ts";
export { truthful } from "./respondent/truthful.ts";
