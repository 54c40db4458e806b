/** The command-line options of `report`. */
export interface ReportOptions {
  /** The output path of the page; beside the result by default. */
  readonly out?: string;
  /** Whether a page not written by `report` may be overwritten. */
  readonly force?: true;
}
