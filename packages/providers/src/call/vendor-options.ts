import { OptionError, type WriteOption } from "@promptnce/core/errors";
import { at } from "./untyped-json.ts";

/** What every vendor's adapter takes. */
export interface VendorOptions {
  /** Any model id the vendor or server knows; none is listed here. */
  readonly model: string;
  /** The key. By default the one the vendor's SDK finds in its usual environment variable. */
  readonly apiKey?: string | undefined;
  /** Another address than the vendor's own. */
  readonly baseURL?: string | undefined;
  /** The most tokens that a reply may have. */
  readonly maxTokens?: number | undefined;
  /**
   * How much the model is to think before it answers, in its own words: `none`, `low`, `medium`, `high`, … Sent in the
   * vendor's own way and part of the settings.
   */
  readonly effort?: string | undefined;
  /**
   * The vendor's own parameters, sent as they are and recorded with every reply: they are part of
   * a request's identity. What the adapter sends by itself cannot be given here.
   */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** How long one call may take, from sending to the last byte; 120,000 ms by default. */
  readonly timeoutMs?: number | undefined;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Two minutes: a reply of a few hundred tokens takes seconds, and thinking takes the rest. */
export const TIMEOUT_MS = 120_000;

/** For an SDK's own limit, which must not be the first to run out, as it covers less: the longest that a timer takes. */
export const SDK_TIMEOUT_MS: number = 2 ** 31 - 1;

/** What is given beside the settings and has a place among them, and what to do where that is taken. */
const BESIDE: Readonly<Record<"effort" | "grammar" | "schema", (write: WriteOption) => string>> = {
  effort: (write) => `${write("effort")} exclude each other; leave one out`,
  grammar: (write) => `${write("grammar")} exclude each other; leave one out`,
  schema: () => "the schema of structured mode exclude each other; leave it out",
};

/** The settings with a value of that, if any, at its place. @throws OptionError where they have something there already. */
export function withSetting(
  settings: Readonly<Record<string, unknown>>,
  of: keyof typeof BESIDE,
  value: unknown,
  ...[name, part]: readonly [name: string, part?: string]
): Readonly<Record<string, unknown>> {
  if (value === undefined) return settings;
  const place = part === undefined ? [name] : [name, part];
  if (at(settings, ...place) !== undefined) {
    throw new OptionError("settings", (write) => `${place.join(".")} and ${BESIDE[of](write)}`);
  }
  return {
    ...settings,
    [name]: part === undefined ? value : { ...(settings[name] as object), [part]: value },
  };
}

/** Of names in small letters with hyphens: `extraHeaders` is `extra-headers`. */
const LIKE_A_SECRET =
  /(^|-)(api-?key|authorization|cookies?|credentials?|headers?|passw(or)?d)$|^((access|auth|bearer|refresh|session)-?)?token$|secret/;

/**
 * Checks that settings, which are recorded, do not name what the adapter sends itself, and nowhere within hold headers
 * or what else is secret. @throws OptionError naming the setting.
 */
export function checkSettings(
  settings: Readonly<Record<string, unknown>>,
  reserved: readonly string[],
): void {
  const own = Object.keys(settings).find((name) => reserved.includes(name));
  if (own !== undefined) {
    throw new OptionError("settings", `${own} is sent by the adapter itself; leave it out`);
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

/** Where the first is that looks like a secret, as `extra_body.api_key`. */
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
