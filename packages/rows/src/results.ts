// Results: written whole or not at all, and read back
export { prefixIn } from "./result/column-prefix.ts";
export { openOutput } from "./result/open-output.ts";
export {
  readResult,
  type ResultLine,
  type ResultSurvey,
  surveyResult,
} from "./result/read-result.ts";
export { resultFrame, resultPairs } from "./result/result-frame.ts";
export { isSimulated, modelName, statusOf } from "./result/result-columns.ts";
export { resultWriter } from "./result/result-writer.ts";
export { delimitedText } from "./result/row-writer.ts";
