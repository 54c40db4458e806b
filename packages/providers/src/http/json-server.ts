import type { Vendor } from "../call/vendor-error.ts";
import { StatusError } from "../errors/errors.ts";

/** A server that takes JSON and answers JSON, without an SDK. */
export interface JsonServer {
  /** Without a path. */
  readonly root: string;
  readonly vendor: Vendor;
  readonly fetch: typeof globalThis.fetch;
}

/** The address of a server as people give it, with or without OpenAI's `/v1` behind it. */
export function serverRoot(baseURL: string): string {
  return baseURL.replace(/\/+$/, "").replace(/\/v1$/, "");
}

/**
 * The parsed answer to a POST, or to a GET where there is no body. Rejects with what
 * {@link vendorError} makes a sentence of.
 */
export async function callJson(server: JsonServer, path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  const { root, vendor } = server;
  const headers = {
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(vendor.key && { authorization: `Bearer ${vendor.key}` }),
  };
  const response = await server.fetch(root + path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  if (response.ok) return response.json();
  const text = await response.text();
  const error = parsed(text);
  throw new StatusError(response, error, `${path} says: ${said(error, text)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The sentence in an error's body, wherever this kind of server puts it. Redacted by `vendorError`. */
function said(error: unknown, text: string): string {
  const at = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  const found = at(at(error, "error"), "message") ?? at(error, "message") ?? at(error, "detail");
  return typeof found === "string" ? found : text || "nothing";
}
