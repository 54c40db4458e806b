import { OptionError, type WriteOption } from "@promptnce/core/errors";
import { at } from "@promptnce/core/json";
import type { AdapterSettings, SentSettings } from "../settings/model-settings.ts";

/** A vendor's model and how to reach it. */
export interface VendorConnection {
  /** Any model id known to the vendor or server; the adapter has no list of its own. */
  readonly model: string;
  /** The key; by default the one in the environment variable that the vendor's SDK reads. */
  readonly apiKey?: string | undefined;
  /**
   * The server's address, if it is not the vendor's own. Nothing is sent to another origin: no
   * redirect is followed, and no address in a reply that lies elsewhere.
   */
  readonly baseURL?: string | undefined;
  /** How long one call may take, from sending to the last byte; 120,000 ms by default. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The options common to all vendors' adapters of models that write text. */
export interface VendorOptions extends VendorConnection, SentSettings {}

/** Two minutes: a reply of a few hundred tokens takes seconds; reasoning may take the rest. */
export const TIMEOUT_MS = 120_000;

/**
 * The SDK's own time limit: the longest possible timer, so that it never ends before ours, which
 * covers the whole call.
 */
export const SDK_TIMEOUT_MS: number = 2 ** 31 - 1;

/**
 * The settings with an option's value, if any, put in its place.
 *
 * @throws OptionError where that place is already taken.
 */
export function withSetting(
  settings: Readonly<Record<string, unknown>>,
  of: keyof AdapterSettings | "schema",
  value: unknown,
  ...[name, part]: readonly [name: string, part?: string]
): Readonly<Record<string, unknown>> {
  if (value === undefined) return settings;
  const place = part === undefined ? [name] : [name, part];
  if (at(settings, ...place) !== undefined) {
    throw new OptionError("settings", (write) => `${place.join(".")} and ${besides(of, write)}`);
  }
  return {
    ...settings,
    [name]: part === undefined ? value : { ...(settings[name] as object), [part]: value },
  };
}

/** What a setting whose place is already taken excludes, and the advice. */
function besides(of: keyof AdapterSettings | "schema", write: WriteOption): string {
  return of === "schema"
    ? "the schema of structured mode exclude each other; leave it out"
    : `${write(of)} exclude each other; leave one out`;
}

/** Matches names in lower case with hyphens: `extraHeaders` becomes `extra-headers`. */
const LIKE_A_SECRET =
  /(^|-)(api-?key|authorization|cookies?|credentials?|headers?|passw(or)?d)$|^((access|auth|bearer|refresh|session)-?)?token$|secret/;

/**
 * Checks that settings, which are recorded, do not contain a parameter that the adapter sends
 * itself, or headers or other secrets at any depth.
 *
 * @throws OptionError naming the setting.
 */
export function checkSettings(
  settings: Readonly<Record<string, unknown>>,
  reserved: readonly string[],
): void {
  const taken = Object.keys(settings).find((name) => reserved.includes(name));
  if (taken !== undefined) {
    throw new OptionError("settings", `${taken} is sent by the adapter itself; leave it out`);
  }
  const secret = secretIn(settings);
  if (secret !== undefined) {
    throw new OptionError(
      "settings",
      (write) =>
        `${secret} looks like a secret or a header, and settings are recorded with every reply; leave it out, and give a key with ${write("apiKey")}`,
    );
  }
}

/** The path of the first member that looks like a secret, such as `extra_body.api_key`. */
function secretIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const plain = name
      .replaceAll(/([a-z])(?=[A-Z])/g, "$1-")
      .replaceAll("_", "-")
      .toLowerCase();
    if (!Array.isArray(value) && LIKE_A_SECRET.test(plain)) return name;
    const found = secretIn(inner);
    if (found !== undefined) return `${name}.${found}`;
  }
  return undefined;
}
