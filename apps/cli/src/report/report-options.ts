/** What the command line gives of `report`. */
export interface ReportOptions {
  /** The page to write; beside the result if not given. */
  readonly out?: string;
  /** Whether a page may be written over that `report` did not write. */
  readonly force?: true;
}
