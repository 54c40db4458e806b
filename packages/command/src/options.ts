// The options of a command line and their help. Apart from what they choose, so that help and the
// completion of a shell load no engine.
export type { ReadFrom } from "./model/given-model.ts";
export {
  askingOptions,
  JOIN_PARTS,
  modelOptions,
  shardOption,
  usualModelOptions,
} from "./model/model-options.ts";
export { fileRunOptions, settingOptions } from "./model/setting-options.ts";
export { addHelp, type HelpText } from "./options/command-help.ts";
export {
  addOptions,
  type CommandOption,
  type CommandOptions,
  flag,
  inGroup,
  columnNames,
  listOf,
  mapOf,
  numberAbove,
  numberFrom,
  oneOf,
  option,
  type OptionValues,
  readOptions,
  someText,
  wholeNumber,
} from "./options/command-option.ts";
