import type { Command } from "commander";
import { isObject } from "@promptnce/core/json";
import { z } from "zod";
import { flagName } from "../errors/as-flag.ts";
import { UsageError } from "../errors/usage-error.ts";

/** An option of a command line: its help text and the parser of its value. */
export interface CommandOption<T> {
  readonly takes?: string;
  readonly help: string;
  /** The allowed names, if the value is one of several: for help and shell completion. */
  readonly choices?: readonly string[];
  /** The environment variable used where the command line does not set the option. */
  readonly variable?: string;
  /** The heading in help under which the option stands, such as `Model:`; `Options:` if absent. */
  readonly group?: string;
  /**
   * Parses a text, and accepts an already parsed value unchanged. The issue's message states what
   * is wrong.
   */
  readonly value: z.ZodType<T>;
}

/** Options by their names as properties: `baseUrl` is `--base-url`. */
export type CommandOptions<T> = { readonly [Name in keyof T]-?: CommandOption<T[Name]> };

type ValueOf<Option> = Option extends CommandOption<infer T> ? T : never;
type Absent<Options> = {
  [Name in keyof Options]: undefined extends ValueOf<Options[Name]> ? Name : never;
}[keyof Options];

/** The values that a command line gives for such options, by property name. */
export type OptionValues<Options> = {
  readonly [Name in Exclude<keyof Options, Absent<Options>>]: ValueOf<Options[Name]>;
} & { readonly [Name in Absent<Options>]?: Exclude<ValueOf<Options[Name]>, undefined> };

/**
 * An option with a value. `takes` follows its name in help, as `<number>`; `usual` is the default.
 */
export function option<T>(
  takes: string,
  help: string,
  value: z.ZodType<T>,
): CommandOption<T | undefined>;
export function option<T>(
  takes: string,
  help: string,
  value: z.ZodType<T>,
  usual: T,
): CommandOption<T>;
export function option(
  takes: string,
  help: string,
  value: z.ZodType,
  usual?: unknown,
): CommandOption<unknown> {
  const choices = value instanceof z.ZodEnum ? { choices: value.options as string[] } : {};
  return {
    takes,
    help,
    ...choices,
    value: usual === undefined ? value.optional() : value.default(usual),
  };
}

/** An option without a value. */
export function flag(help: string): CommandOption<boolean | undefined> {
  return { help, value: z.boolean("give true or false").optional() };
}

/** The options, with a heading in help under which they stand. */
export function inGroup<T extends object>(group: string, options: T): T {
  const entries = Object.entries(options) as [string, object][];
  return Object.fromEntries(entries.map(([name, one]) => [name, { ...one, group }])) as T;
}

/**
 * Adds options to a commander command, in their order; a list option may be repeated. A wrong value
 * ends parsing with a UsageError that names the option.
 */
export function addOptions<T>(command: Command, options: CommandOptions<T>): Command {
  for (const [property, { takes, help, choices, variable, group, value }] of Object.entries<
    CommandOption<unknown>
  >(options)) {
    const name = flagName(property);
    const usual = value.safeParse(undefined).data;
    // A range is an array too: where the default is not a list, the last value counts.
    const list = usual === undefined || Array.isArray(usual);
    const read = (text: string, before: unknown): unknown => {
      const now = readValue(name, value, text);
      return list ? joined(name, before, now) : now;
    };
    const added = command
      .createOption(takes === undefined ? name : `${name} ${takes}`, help)
      .argParser(read);
    if (choices) added.argChoices = [...choices];
    if (variable !== undefined) added.env(variable);
    if (group !== undefined) added.helpGroup(group);
    command.addOption(added.default(usual));
  }
  return command;
}

/** The values of an option that was given again: lists and maps grow, of others the last counts. */
function joined(name: string, before: unknown, now: unknown): unknown {
  if (Array.isArray(now)) return [...((before as unknown[] | undefined) ?? []), ...now];
  if (!isObject(before) || !isObject(now)) return now;
  const added = Object.entries(now).map(([key, value]) => {
    const held = before[key];
    if (held === undefined || Array.isArray(held)) return [key, joined(name, held, value)];
    throw new UsageError(`${name}: ${key} is named twice; name it once`);
  });
  return { ...before, ...Object.fromEntries(added) };
}

/**
 * The given values, parsed, with defaults for the others.
 *
 * @throws UsageError naming the first option with a wrong value.
 */
export function readOptions<T>(options: CommandOptions<T>, given: object): T {
  const values = new Map<string, unknown>(Object.entries(given));
  const list = Object.entries<CommandOption<unknown>>(options);
  return Object.fromEntries(
    list.map(([property, { value }]) => [
      property,
      readValue(flagName(property), value, values.get(property)),
    ]),
  ) as T;
}

function readValue<T>(name: string, value: z.ZodType<T>, given: unknown): T {
  const read = value.safeParse(given);
  if (read.success) return read.data;
  throw new UsageError(`${name}: ${read.error.issues[0]?.message}`);
}

/** A text that is not blank. */
export const someText: z.ZodType<string> = z
  .string("give one text")
  .refine((text) => text.trim() !== "", "nothing is given");

/** One of several names. */
export function oneOf<Name extends string>(names: readonly Name[]): z.ZodType<Name> {
  return z.enum(names, {
    error: ({ input }) => `give one of ${names.join(", ")}, not ${JSON.stringify(input)}`,
  });
}

/** Several values, as a list or separated by commas. */
export function listOf<T>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z.preprocess(
    (given) => (typeof given === "string" ? given.split(",").map((part) => part.trim()) : given),
    z.array(item, "give one or several").min(1, "nothing is given"),
  );
}

/**
 * Columns of a table, as a list or separated by commas. A text is left whole, since the name of a
 * column may have commas: only the table's header tells.
 */
export const columnNames: z.ZodType<readonly string[]> = z.preprocess(
  (given) => (typeof given === "string" ? [given] : given),
  z.array(someText, "give one or several").min(1, "nothing is given"),
);

/**
 * Values by their names: a map or, on a command line, `NAME=VALUE`, which may be repeated. The name
 * ends at the first `=`.
 */
export function mapOf<T>(item: z.ZodType<T>): z.ZodType<Readonly<Record<string, T>>> {
  return z.preprocess(
    entryOf,
    z
      .record(someText, item, "give NAME=VALUE")
      .refine((map) => Object.keys(map).length > 0, "nothing is given"),
  );
}

/** The map of one entry that a text writes; anything else as it is. */
function entryOf(given: unknown): unknown {
  if (typeof given !== "string" || !given.includes("=")) return given;
  const at = given.indexOf("=");
  return { [given.slice(0, at).trim()]: given.slice(at + 1).trim() };
}

/** A number from `least` to `most`. */
export function numberFrom(least: number, most: number = Infinity): z.ZodType<number> {
  const range =
    most === Infinity ? `a number of ${least} or more` : `a number from ${least} to ${most}`;
  const bounds = { type: "number", minimum: least, ...(most !== Infinity && { maximum: most }) };
  return numberThat(range, bounds, (value) => value >= least && value <= most);
}

/** A number above `bound`, to `most`. */
export function numberAbove(bound: number, most: number = Infinity): z.ZodType<number> {
  const range =
    most === Infinity ? `a number above ${bound}` : `a number above ${bound}, and at most ${most}`;
  const bounds = {
    type: "number",
    exclusiveMinimum: bound,
    ...(most !== Infinity && { maximum: most }),
  };
  return numberThat(range, bounds, (value) => value > bound && value <= most);
}

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): z.ZodType<number> {
  const fits = (value: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  const bounds = { type: "integer", minimum: least, maximum: most };
  return numberThat(`a whole number from ${least} to ${most}`, bounds, fits);
}

/** A whole number from 0, or a share below 1. */
export const countOrShare: z.ZodType<number> = numberThat(
  "a whole number from 0, or a share between 0 and 1",
  { type: "number", minimum: 0 },
  (value) => value >= 0 && (value < 1 || Number.isInteger(value)),
);

/** `schema` describes the number in JSON Schema, for editors. */
function numberThat(
  wanted: string,
  schema: Readonly<Record<string, string | number>>,
  fits: (value: number) => boolean,
): z.ZodType<number> {
  const mistake = (given: unknown): string => `give ${wanted}, not ${JSON.stringify(given)}`;
  return z
    .union([z.string(), z.number()], { error: ({ input }) => mistake(input) })
    .transform((given, context) => {
      // A blank text, as from an empty variable, is not a number, nor 0.
      const value = typeof given === "string" && given.trim() === "" ? Number.NaN : Number(given);
      if (Number.isFinite(value) && fits(value)) return value;
      context.addIssue({ code: "custom", message: mistake(given) });
      return z.NEVER;
    })
    .meta(schema);
}
