// The vendors that a program offers its user; an SDK is loaded only when a model is created.
export type {
  FileRun,
  VendorDescriptor,
  VendorModel,
  VendorOption,
} from "../batch-contract/vendor-descriptor.ts";
export { importInstalled } from "../call/import-installed.ts";
export { type Scorer, scorers } from "../scoring/token-server.ts";
export { isPlain, namesOf, vendorNamed, vendors } from "./list.ts";
