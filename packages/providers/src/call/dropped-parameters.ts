import type { Provider } from "@promptnce/core";
import { ProviderError } from "../errors/errors.ts";
import { at } from "./untyped-json.ts";

type Settings = Provider["settings"];

/** The settings without those of these names, as the `without` of a call gives them to an adapter. */
export function settingsWithout(
  settings: Settings,
  names: ReadonlySet<string> | undefined,
): Settings {
  if (!names?.size) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.has(name)));
}

/** Settings as they are sent. Never changed: a change is another object. */
export interface Sent {
  readonly settings: Settings;
  readonly without: ReadonlySet<string>;
  /** What is left out, with the values that were asked for; absent where nothing is. */
  readonly leftOut?: Settings;
}

/** Of a call that was not sent, since what it would have sent was found rejected while it waited. */
const outdated = new Error("More settings are left out by now.");

/**
 * The settings that a model turned out to reject, at first those that are known, and what is sent in consequence. A
 * setting is left out only as long as no reply was given under the settings: later it would mix replies of two settings
 * in one run, so the rejection stays the error that it is.
 */
export function droppedParameters(
  asked: Settings,
  known: Iterable<string>,
  onLeftOut: ((name: string, value: unknown) => void) | undefined,
) {
  let now = sentWithout(asked, new Set([...known].filter((name) => Object.hasOwn(asked, name))));
  let fixed = false;
  for (const name of now.without) {
    onLeftOut?.(name, asked[name]);
  }
  return {
    get now(): Sent {
      return now;
    },
    /** What to leave out of a call made as `sent`, when it is sent; throws where that is outdated. */
    without(sent: Sent): ReadonlySet<string> {
      if (sent !== now) throw outdated;
      return sent.without;
    },
    /** Whether a request that was sent as `sent` can be sent again, since what its error names is left out now. */
    learn(error: unknown, sent: Sent): boolean {
      if (error === outdated) return true;
      if (!(error instanceof ProviderError)) return false;
      const { parameter: name } = error;
      if (name === undefined || !Object.hasOwn(sent.settings, name)) return false;
      // What else may stand there, as a form of the answer, is what was asked.
      if (name === "output_config" && at(sent.settings, name, "format") !== undefined) return false;
      // Another call of the same time has learned it.
      if (now.without.has(name)) return true;
      if (fixed) return false;
      now = sentWithout(asked, new Set([...now.without, name]));
      onLeftOut?.(name, asked[name]);
      return true;
    },
    /** From the first reply on the settings are what they are. */
    fix: (): void => void (fixed = true),
  };
}

function sentWithout(asked: Settings, without: ReadonlySet<string>): Sent {
  const settings = settingsWithout(asked, without);
  const leftOut = Object.entries(asked).filter(([name]) => without.has(name));
  return { settings, without, ...(leftOut.length > 0 && { leftOut: Object.fromEntries(leftOut) }) };
}
