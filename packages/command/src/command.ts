// Lets a program's user choose a model and see the price forecast: shared by `bench` and the
// `promptnce` command. Adapters are loaded only when a model is created.
export { fillStore } from "./model/fill-store.ts";
export { chosenModels, type GivenModel } from "./model/model-mistakes.ts";
export {
  askingOptions,
  JOIN_PARTS,
  modelOptions,
  shardOption,
  usualModelOptions,
} from "./model/model-options.ts";
export {
  type ModelChoice,
  modelOf,
  type ModelOptions,
  modelProvider,
} from "./model/model-provider.ts";
export { addHelp, type HelpText } from "./options/command-help.ts";
export {
  addOptions,
  type CommandOption,
  type CommandOptions,
  flag,
  inGroup,
  listOf,
  numberAbove,
  numberFrom,
  oneOf,
  option,
  type OptionValues,
  readOptions,
  someText,
  wholeNumber,
} from "./options/command-option.ts";
export { loadPostgres } from "./store/load-postgres.ts";
export { type OpenedStore, openStore, repliesAt } from "./store/open-store.ts";
