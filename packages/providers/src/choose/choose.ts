// How a program lets its user choose who is asked, and know the price before: what `bench` and the
// `promptnce` command share. Adapters are loaded only once a model is made.
export { type FillOptions, fillStore, type ModelAsks } from "./fill-store.ts";
export {
  addOptions,
  type CommandOption,
  type CommandOptions,
  flag,
  listOf,
  numberAbove,
  numberFrom,
  oneOf,
  option,
  type OptionValues,
  readOptions,
  someText,
  wholeNumber,
} from "./command-option.ts";
export type { VendorDescriptor, VendorModel, VendorOption } from "../batch-contract/vendor-descriptor.ts";
export { importInstalled } from "../files/import-installed.ts";
export { namesOf, vendorNamed, vendors } from "../vendors/vendors.ts";
export { chosenModels, type GivenModel } from "./model-mistakes.ts";
export { isDatabase } from "../postgres/address.ts";
export { shardStore } from "../run/shard.ts";
export { askingOptions, modelOptions, shardOption } from "./model-options.ts";
export { type ModelChoice, modelOf, modelProvider, type ModelOptions } from "./model-provider.ts";
export type { OwnPrices } from "../cost/prices.ts";
export { type Scorer, scorers } from "../scoring/token-server.ts";
export { Interrupted, PlaceError, SomeFailed, StoppedEarly, UsageError } from "../errors/errors.ts";
export { exclusiveLock } from "../files/exclusive-lock.ts";
export { checkPlace, makePlace, unwritable } from "../files/output-place.ts";
export { partialFile, type PartialFile, replaceFile } from "../files/replace-file.ts";
export { startOfFile } from "../files/start-of-file.ts";
export { spareJournal } from "../journal/read-journal.ts";
