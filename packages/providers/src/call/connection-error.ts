import { ProviderError } from "@promptnce/core/errors";
import { redact } from "./redact.ts";
import { at } from "@promptnce/core/json";

/**
 * Error codes of connections that were never made; any other connection may have been cut off after
 * the work was done.
 */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "bad port",
]);

/**
 * Error codes of connections that were closed or reset: the first is that of the global fetch, whose
 * error has the system's only as its message.
 */
const CLOSED = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/**
 * Error codes of a failed TLS handshake, before which no request is sent, and what each means for
 * the server that was called. The first that matches counts.
 */
const NO_TLS: readonly (readonly [code: RegExp, meaning: string, advice: string])[] = [
  [
    /^CERT_HAS_EXPIRED$/,
    "has a certificate that has expired",
    "check this machine's clock, and have the certificate renewed",
  ],
  [/^CERT_NOT_YET_VALID$/, "has a certificate that is not valid yet", "check this machine's clock"],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    "has a certificate for another name",
    "check the base URL",
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|INVALID_CA|UNABLE_TO_(GET|VERIFY)_\w+)$/,
    "has a certificate that no authority known to this machine signed",
    "if you trust its signer, as a company's proxy, name the signer's certificate in NODE_EXTRA_CA_CERTS",
  ],
  [
    /^(CERT_|CRL_|UNABLE_TO_|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERROR_IN_CERT_)/,
    "has a certificate that cannot be accepted",
    "have it replaced",
  ],
  [
    /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)|EPROTO)$/,
    "does not speak TLS",
    "check whether its base URL begins with http:// rather than https://",
  ],
  [/^ERR_(SSL|TLS)_/, "could not agree on TLS", "check the base URL"],
];

/** What Node's ways of fetching say of an answer in another protocol, such as TLS. */
const NO_HTTP = /^HPE_INVALID_CONSTANT$|does not match the HTTP/;

/**
 * The error of a call that no response came to, by the innermost cause: `fetch failed` is
 * uninformative, `ECONNREFUSED` is not. A retry does not help where the server cannot be trusted.
 */
export function connectionError(
  error: Error,
  { title, key }: { readonly title: string; readonly key?: string | null | undefined },
): ProviderError {
  const why = reason(error);
  const [, meaning, advice] = NO_TLS.find(([code]) => code.test(why)) ?? [];
  const kind = "connection";
  if (meaning !== undefined) {
    const sentence = `${title} ${meaning} (${why}), so nothing was sent: ${advice}.`;
    return new ProviderError(sentence, { kind, retryable: false });
  }
  const shown = redact(why, key);
  const sentence = NO_HTTP.test(why)
    ? `${title} answered with something that is not HTTP (${shown}): check whether its base URL should begin with https://, and what else may listen there.`
    : `${title} could not be reached (${shown}): check the network and the base URL.${proxyAdvice()}`;
  return new ProviderError(sentence, { kind, retryable: true, mayBeBilled: !isNeverSent(error) });
}

/** Whether a connection was closed or reset, by its own error rather than that of a `fetch`. */
export function isClosed(error: unknown): boolean {
  return CLOSED.has(String(at(error, "code")));
}

/** Whether the request cannot have been sent, because the connection was never made. */
function isNeverSent(error: Error): boolean {
  const { cause } = error;
  if (cause instanceof Error) return isNeverSent(cause);
  if (NEVER_SENT.has(reason(error))) return true;
  if (error.message.includes("before secure TLS connection was established")) return true;
  // If several addresses were tried, each may have failed in its own way.
  const tried = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [error];
  return tried.every((one) => at(one, "syscall") === "connect");
}

function reason(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return reason(cause);
  const code = at(error, "code");
  return typeof code === "string" ? code : error.message;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The name of the variable of an environment by which it names a proxy, if it names one. */
export function namedProxy(env: Env): string | undefined {
  return ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"].find((name) => env[name]);
}

/** What to do about a proxy that the environment names: Node uses it only where it is told to. */
function proxyAdvice(): string {
  const { env = {} } = (globalThis as { readonly process?: { readonly env?: Env } }).process ?? {};
  const name = namedProxy(env);
  if (name === undefined || env["NODE_USE_ENV_PROXY"] === "0") return "";
  return env["NODE_USE_ENV_PROXY"] === "1"
    ? ` (It is called through the proxy that ${name} names, unless no_proxy excepts it.)`
    : ` (The environment names a proxy, ${name}: with NODE_USE_ENV_PROXY=1 Node uses it wherever no_proxy does not except it, from versions 22.21 and 24.5 on.)`;
}
