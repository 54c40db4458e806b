import { join } from "node:path";
import { writtenPage } from "@promptnce/testing/page-conformance";
import { runMain } from "./run-main.test.support.ts";

/**
 * A browser and the URL of a small run's page, available when the tests of the surrounding
 * `describe` start.
 */
export function pageOfRun(): ReturnType<typeof writtenPage> {
  return writtenPage(async (folder) => {
    await runMain(
      ["--pairs", "60", "--dev", "20", "--experiment", "structure,conditional,pmi"],
      folder,
    );
    return join(folder, "out", "report.html");
  });
}
