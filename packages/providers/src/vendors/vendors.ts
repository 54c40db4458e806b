// The vendors as a program lets its user choose among them; an SDK is loaded once a model is made.
export type {
  FileRun,
  VendorDescriptor,
  VendorModel,
  VendorOption,
} from "../batch-contract/vendor-descriptor.ts";
export { importInstalled } from "../call/import-installed.ts";
export { type Scorer, scorers } from "../scoring/token-server.ts";
export { isPlain, namesOf, vendorNamed, vendors } from "./list.ts";
