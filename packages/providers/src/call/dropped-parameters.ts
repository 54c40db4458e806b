import type { Provider } from "@promptnce/core";
import { ProviderError } from "@promptnce/core/errors";
import { snakeCase } from "./rejected-parameter.ts";
import { at } from "@promptnce/core/json";

type Settings = Provider["settings"];

/** The settings without those in `names`, which the `without` of a call passes to an adapter. */
export function settingsWithout(
  settings: Settings,
  names: ReadonlySet<string> | undefined,
): Settings {
  if (!names?.size) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.has(name)));
}

/** The settings as sent. Immutable: every change makes a new object. */
export interface Sent {
  readonly settings: Settings;
  readonly without: ReadonlySet<string>;
  /** The settings left out, with their requested values; absent if there are none. */
  readonly leftOut?: Settings;
}

/**
 * The error of a call that was not sent, because a setting it would have sent was rejected while it
 * waited.
 */
const outdated = new Error("More settings are left out by now.");

/**
 * Tracks the settings that a model rejects, starting with those in `rejected`, and the settings
 * that are sent instead. A setting is left out only while no reply has been given under the current
 * settings. Afterwards that would mix replies under two settings in one run, so the rejection
 * remains an error.
 */
export function droppedParameters(
  wanted: Settings,
  rejected: Iterable<string>,
  onLeftOut: ((name: string, value: unknown) => void) | undefined,
) {
  let now = sentWithout(
    wanted,
    new Set([...rejected].filter((name) => Object.hasOwn(wanted, name))),
  );
  let fixed = false;
  for (const name of now.without) {
    onLeftOut?.(name, wanted[name]);
  }
  return {
    get now(): Sent {
      return now;
    },
    /** The settings to leave out of a call made with `sent`; throws if `sent` is outdated. */
    without(sent: Sent): ReadonlySet<string> {
      if (sent !== now) throw outdated;
      return sent.without;
    },
    /**
     * Whether a request sent with `sent` can be sent again, because the setting named by its error
     * is now left out.
     */
    learn(error: unknown, sent: Sent): boolean {
      if (error === outdated) return true;
      if (!(error instanceof ProviderError)) return false;
      const { parameter } = error;
      const name = Object.keys(sent.settings).find((own) =>
        [own, snakeCase(own)].includes(parameter ?? ""),
      );
      if (name === undefined) return false;
      // Other members of this setting, such as the form of the answer, are part of the question.
      if (name === "output_config" && at(sent.settings, name, "format") !== undefined) return false;
      // A concurrent call has already learned it.
      if (now.without.has(name)) return true;
      // A provider leaves out a grammar that is refused without the setting for all of them.
      if (fixed) return error.schemaRefused === true;
      now = sentWithout(wanted, new Set([...now.without, name]));
      onLeftOut?.(name, wanted[name]);
      return true;
    },
    /** Called at the first reply: from then on the settings no longer change. */
    fix: (): void => void (fixed = true),
  };
}

function sentWithout(wanted: Settings, without: ReadonlySet<string>): Sent {
  const settings = settingsWithout(wanted, without);
  const leftOut = Object.entries(wanted).filter(([name]) => without.has(name));
  return { settings, without, ...(leftOut.length > 0 && { leftOut: Object.fromEntries(leftOut) }) };
}
