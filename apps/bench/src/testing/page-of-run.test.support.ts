import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "@promptnce/testing/browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { runMain } from "./run-main.test.support.ts";

/**
 * A browser and the URL of a small run's page, available when the tests of the surrounding
 * `describe` start.
 */
export function pageOfRun(): { readonly browser: Browser; readonly url: string } {
  const made = {} as { browser: Browser; url: string };
  beforeAll(async () => {
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-page-"));
    await runMain(
      ["--pairs", "60", "--dev", "20", "--experiment", "structure,conditional,pmi"],
      cwd,
    );
    made.url = pathToFileURL(join(cwd, "out", "report.html")).href;
    made.browser = await launchBrowser();
  }, 120_000);
  afterAll(() => made.browser?.close());
  return made;
}
