import type { Label } from "@promptnce/core";
import type { Task } from "@promptnce/prompts";

/** The properties of a task that have a default. */
type OptionalPhrase = "several" | "long" | "hints";

/**
 * A task as a program writes it: the properties of a YAML task, with the names of fields and labels
 * as literal types.
 */
export interface TaskPhrases<
  Field extends string = string,
  Given extends string = string,
  Y extends Label = Label,
>
  extends
    Omit<Task, OptionalPhrase | "fields" | "given" | "labels" | "examples">,
    Partial<Pick<Task, OptionalPhrase>> {
  /** Names of the fields of x and of its context, or names with the headings that prompts show. */
  readonly fields: readonly Field[] | Readonly<Record<Field, string>>;
  /** The fields that form the context c of log P(y | x, c) − log P(y | c); none by default. */
  readonly given?: readonly Given[] | undefined;
  /** All labels there are. */
  readonly labels?: readonly Y[] | undefined;
  /** Four pairs or more with different x, of which a grounded base rate shows four. */
  readonly examples?:
    | readonly { readonly x: Readonly<Record<NoInfer<Field>, string>>; readonly y: NoInfer<Y> }[]
    | undefined;
}

/** The fields that are x alone: all but those of the context. */
export type FieldOfInput<Field extends string, Given extends string> = string extends Given
  ? Field
  : Exclude<Field, Given>;
