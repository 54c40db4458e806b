import type { VendorOptions } from "../call/vendor-options.ts";

export interface AnthropicOptions extends VendorOptions {
  /**
   * The `anthropic-version` to speak in the place of the SDK's own; recorded in the settings.
   * `2023-06-01` still takes `temperature` where the model does.
   */
  readonly version?: string;
}
