import type { Input, Label } from "@promptnce/core";

/** Which columns are what. */
export interface Columns {
  /** The fields of x, each with the column it is taken from. */
  readonly x: readonly { readonly field: string; readonly column: string }[];
  readonly y?: string;
  readonly count?: string;
}

/** One row of the user's file, checked. */
export interface Row {
  readonly line: number;
  readonly x: Input;
  /** Of x: see `fingerprint`. */
  readonly key: string;
  /** Present where a column is named for it. */
  readonly y?: Label;
  /** How many people gave y to x, from 0; present where a column is named for it. */
  readonly count?: number;
}
