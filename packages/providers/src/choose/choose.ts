// How a program lets its user choose who is asked, and know the price before: what `bench` and the
// `promptnce` command share. Adapters are loaded only once a model is made.
export { askInBatches, type AskInBatchesOptions, type ModelAsks } from "./ask-in-batches.ts";
export { batchAsk } from "../batch/batch-ask.ts";
export { connectionOptions } from "./connection-options.ts";
export { confirmCost, type Person } from "../cost/confirm-cost.ts";
export { estimateText, type ModelEstimate } from "../cost/estimate-text.ts";
export { type ModelChoice, modelsOf, vendorOf, vendors } from "./model-choice.ts";
export { type GivenModels, modelMistakes } from "./model-mistakes.ts";
export { modelProvider, type ModelOptions } from "./model-provider.ts";
export { openBatchesText } from "../batch/open-batches-text.ts";
export { expectedOutputTokens } from "../cost/expected-output.ts";
export { personAtTerminal } from "./person-at-terminal.ts";
export { paceText } from "../pace/pace-text.ts";
export { type OwnPrices, priceFor } from "../cost/price-for.ts";
export { type Scorer, scorers } from "../scoring/scorer-names.ts";
export { costOf, spentOn } from "../cost/spent.ts";
export { type StoredReplies, storedReplies } from "../journal/stored-replies.ts";
export { Ended, PlaceError, UsageError } from "../errors/errors.ts";
export { exitCodeOf } from "./exit-code.ts";
export { interruptible } from "./interruptible.ts";
export { exclusiveLock } from "../files/exclusive-lock.ts";
export { makeFolder } from "../files/make-folder.ts";
export { checkPlace, makePlace, unwritable } from "../files/output-place.ts";
export { replaceFile } from "../files/replace-file.ts";
