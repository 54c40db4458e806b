import type { Provider, Reply, Request } from "@promptnce/core";
import { settingsSent, type VendorCallOptions } from "../call/dropped-parameters.ts";
import { identityOf, type ProviderIdentity } from "../call/provider-identity.ts";
import { withPause } from "../call/rate-limit-headers.ts";
import { vendorCall } from "../call/vendor-call.ts";
import type { Vendor } from "../call/vendor-error.ts";
import { ProviderError, wrongRequest } from "../errors/errors.ts";
import { checkFormFree, withSchemaAdvice } from "./reply-schema.ts";

/** A vendor's chat interface to one model: a request mapping, a reply mapping and one call. */
export interface VendorAdapter<Body> extends ProviderIdentity {
  readonly vendor: Vendor;
  readonly timeoutMs: number;
  /** Where the settings hold the form of a reply, from the outermost name inwards. */
  readonly form: readonly string[];
  /** The body of a request, with what is sent of the settings this time. */
  body(request: Request, sent: Provider["settings"]): Body;
  send(body: Body, signal: AbortSignal): Promise<Pick<Response, "headers" | "json">>;
  /** A response's JSON as a reply. @throws ProviderError where it is none. */
  reply(json: unknown, body: Body): Reply;
}

/** An adapter over a vendor's SDK, whose client and mappings serve its batches too. */
export interface SdkAdapter<Client, Body> extends VendorAdapter<Body> {
  readonly client: Client;
  reply(json: unknown): Reply;
}

/** The adapter as a provider that answers prompts: what all vendors' have in common. */
export function vendorProvider<Body>(adapter: VendorAdapter<Body>): Provider {
  const { settings, vendor, timeoutMs, form } = adapter;
  return {
    ...identityOf(adapter),
    async complete(request, options?: VendorCallOptions) {
      checkFormFree(request, settings, form);
      await options?.gate?.();
      try {
        return await vendorCall(vendor, timeoutMs, options?.signal, async (signal) => {
          // An answer generated in the place of a log-probability would look like one.
          if (request.continuation !== undefined) {
            throw wrongRequest(
              `${vendor.title} cannot score a given continuation through this interface: score with vLLM, SGLang, the llama.cpp server or a GGUF file.`,
            );
          }
          const body = adapter.body(request, settingsSent(settings, options));
          options?.onSending?.(true);
          const response = await adapter.send(body, signal);
          return withPause(adapter.reply(await response.json(), body), response.headers);
        });
      } catch (error) {
        if (error instanceof ProviderError && !error.mayBeBilled) options?.onSending?.(false);
        throw request.schema === undefined ? error : withSchemaAdvice(error);
      }
    },
  };
}
