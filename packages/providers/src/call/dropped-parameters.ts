import type { CallContext, Provider } from "@promptnce/core";
import { ProviderError } from "@promptnce/core/errors";
import { snakeCase } from "./rejected-parameter.ts";
import { at } from "@promptnce/core/json";

type Settings = Provider["settings"];

/**
 * The settings without those in `names`.
 *
 * @example
 * Object.keys(settingsWithout({ temperature: 0, top_p: 1 }, new Set(["top_p"])));
 * // → ["temperature"]
 */
export function settingsWithout(settings: Settings, names: ReadonlySet<string>): Settings {
  if (names.size === 0) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.has(name)));
}

/** The settings as sent. Immutable: every change makes a new object. */
export interface CurrentSettings {
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

/** The settings that a model is sent, without those that it has rejected so far. */
export interface SettingsTracker {
  readonly now: CurrentSettings;
  /** @throws An error that `learn` knows, where other settings are sent by now. */
  readonly check: (sent: CurrentSettings) => void;
  /**
   * Whether a request sent with `sent` can be sent again, because the setting named by its error is
   * now left out.
   */
  readonly learn: (error: unknown, sent: CurrentSettings) => boolean;
  /** The result of `work` with the settings that are sent, again where one is rejected. */
  readonly whileLearning: <T>(work: (sent: CurrentSettings) => Promise<T>) => Promise<T>;
  /**
   * The context of a call with these settings, which is not sent where it was aborted, or another
   * setting rejected, while it waited.
   */
  readonly context: (sent: CurrentSettings, call?: CallContext) => CallContext;
  /** Called at the first reply: from then on the settings no longer change. */
  readonly fix: () => void;
}

/**
 * Tracks the settings that a model rejects, starting with those in `rejected`, and the settings
 * that are sent instead. A setting is left out only while no reply has been given under the current
 * settings. Afterwards that would mix replies under two settings in one run, so the rejection
 * remains an error.
 *
 * @example
 * const { now } = droppedParameters({ temperature: 0, top_p: 1 }, ["temperature"], undefined);
 * [now.settings, now.leftOut]; // → [{ top_p: 1 }, { temperature: 0 }]
 */
export function droppedParameters(
  wanted: Settings,
  rejected: Iterable<string>,
  onLeftOut: ((name: string, value: unknown) => void) | undefined,
): SettingsTracker {
  let now = sentWithout(
    wanted,
    new Set([...rejected].filter((name) => Object.hasOwn(wanted, name))),
  );
  let fixed = false;
  for (const name of now.without) {
    onLeftOut?.(name, wanted[name]);
  }
  const check = (sent: CurrentSettings): void => {
    if (sent !== now) throw outdated;
  };
  const learn = (error: unknown, sent: CurrentSettings): boolean => {
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
  };
  return {
    get now() {
      return now;
    },
    check,
    learn,
    async whileLearning(work) {
      for (;;) {
        const sent = now;
        try {
          return await work(sent);
        } catch (error) {
          if (!learn(error, sent)) throw error;
        }
      }
    },
    context: (sent, call = {}) => ({
      ...call,
      settings: sent.settings,
      async tell(event) {
        await call.tell?.(event);
        if (event.is !== "sending") return;
        call.signal?.throwIfAborted();
        check(sent);
      },
    }),
    fix: () => void (fixed = true),
  };
}

function sentWithout(wanted: Settings, without: ReadonlySet<string>): CurrentSettings {
  const settings = settingsWithout(wanted, without);
  const leftOut = Object.entries(wanted).filter(([name]) => without.has(name));
  return { settings, without, ...(leftOut.length > 0 && { leftOut: Object.fromEntries(leftOut) }) };
}
