// The vendors that a program offers its user; an SDK is loaded with the first call of a model.
export type {
  FileRun,
  VendorDescriptor,
  VendorModel,
  VendorOption,
} from "../batch-contract/vendor-descriptor.ts";
export { importInstalled } from "../installed/import-installed.ts";
export { type Scorer, scorers } from "../scoring/token-server.ts";
export { isPlain, vendorNamed, vendors } from "./list.ts";
