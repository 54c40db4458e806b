import type { Codebook, NamedColumns } from "@promptnce/rows";
import type { GivenReading } from "@promptnce/rows/description";
import type { ReadingValues } from "../options/reading-options.ts";

/** What a person says of a file of rows. */
export interface ReadingOptions extends GivenReading, ReadingValues {
  /** The values that a row must have to be read. */
  readonly where?: NamedColumns["where"];
  /** A file of labels, or the labels that codes stand for. */
  readonly labels?: string | Codebook;
  readonly force?: true;
}
