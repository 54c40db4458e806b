// The vendors that a program offers its user; an SDK is loaded with the first call of a model.
export type { VendorDescriptor, VendorModel } from "../batch-contract/vendor-descriptor.ts";
export { importInstalled } from "../installed/import-installed.ts";
export {
  type FileRun,
  type Grammar,
  type ModelSetting,
  type ModelSettings,
  modelSettings,
  type Scorer,
  settingNames,
} from "../settings/model-settings.ts";
export { addVendor, isPlain, vendorNamed, vendors } from "./list.ts";
