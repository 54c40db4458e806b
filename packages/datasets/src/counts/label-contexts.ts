import { contextKey, type Context, type Input, type Label } from "@promptnce/core";
import { DatasetError } from "../files/errors.ts";
import type { ContextLabels } from "./counts.ts";

/** The contexts of pairs as they come, with the labels of each. */
export class LabelContexts {
  readonly #dataset: string;
  readonly #given: readonly string[];
  readonly #listed: readonly Label[];
  readonly #known = new Map<string, { readonly context: Context; readonly labels: Set<Label> }>();

  /** @param listed the labels that every context has. */
  constructor(dataset: string, given: readonly string[], listed: readonly Label[]) {
    this.#dataset = dataset;
    this.#given = given;
    this.#listed = listed;
  }

  /**
   * The context of x, in which y is a label; the same object for the same texts.
   *
   * @throws DatasetError where x lacks a field of the context, or has no other.
   */
  add(x: Input, y: Label): Context {
    const fields = Object.keys(x);
    const unknown = this.#given.find((field) => !Object.hasOwn(x, field));
    if (unknown !== undefined || this.#given.length === 0) {
      const wrong = unknown === undefined ? "names no field" : `names ${unknown}`;
      throw new DatasetError(
        `${this.#dataset}: given ${wrong}; name fields that every x has, of ${fields.join(", ")}`,
      );
    }
    if (fields.every((field) => this.#given.includes(field)))
      throw new DatasetError(
        `${this.#dataset}: given names all fields of x (${fields.join(", ")}); leave at least one, which is then x`,
      );
    const context = Object.fromEntries(this.#given.map((field) => [field, x[field]!]));
    const known = this.#known.get(contextKey(context)) ?? {
      context,
      labels: new Set(this.#listed),
    };
    this.#known.set(contextKey(context), known);
    known.labels.add(y);
    return known.context;
  }

  /** Whether the context has two labels or more: with one, nothing is to be told. */
  hasChoice(context: Context): boolean {
    return this.#known.get(contextKey(context))!.labels.size > 1;
  }

  /** Each context with its labels, in the order in which they first came. */
  get all(): ContextLabels[] {
    return Array.from(this.#known.values(), ({ context, labels }) => {
      return { context, labels: [...labels] };
    });
  }
}
