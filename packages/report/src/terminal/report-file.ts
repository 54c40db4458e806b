import { checkPlace, UsageError } from "@promptnce/providers/choose";

/**
 * Makes sure, before anything is asked, that a page can be written there.
 *
 * @throws UsageError for standard output, PlaceError where it cannot be written.
 */
export function checkReportFile(path: string, option = "--report"): void {
  if (path === "-") throw new UsageError(`${option}: a page goes to a file; name one, as page.html`);
  checkPlace(path, `with ${option}`);
}
