import { fetchAt } from "../call/fetch-at.ts";
import type { VendorOptions } from "../call/vendor-options.ts";
import { statusErrorOf } from "./vendor-response.ts";

/** A server to post to, with its key. */
export type PostedTo = Pick<VendorOptions, "apiKey" | "fetch"> & { readonly baseURL: string };

/**
 * Posts bodies to a path below a server's address, without a vendor's SDK: that takes longer for a
 * call than the connection does, which counts where a server of one's own answers thousands of
 * them.
 */
export function posting(
  { baseURL, apiKey, fetch }: PostedTo,
  path: string,
): (body: unknown, signal: AbortSignal) => Promise<Response> {
  const send = fetchAt(() => baseURL, fetch);
  return async (body, signal) => {
    const address = new URL(baseURL);
    address.pathname = `${address.pathname.replace(/\/$/, "")}${path}`;
    // Made here, so that a key that cannot be sent is not taken for a failed connection.
    const headers = new Headers({
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": "promptnce",
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    });
    const init = { method: "POST", headers, body: JSON.stringify(body), signal };
    const response = await send(address, init).catch((error: unknown) => {
      throw new TypeError("fetch failed", { cause: error });
    });
    if (!response.ok) throw await statusErrorOf(response);
    return response;
  };
}
