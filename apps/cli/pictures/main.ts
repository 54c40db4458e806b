import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser, openPage } from "@promptnce/testing/browser";
import { onTerminal } from "@promptnce/testing/terminal";
import { judgeHtml } from "./judge-html.ts";
import { startedView } from "./started-view.ts";
import { terminalHtml } from "./terminal-html.ts";

// Recreates the documents' pictures from the programs' current output: the command's
// first screen on a terminal, the first screen of bench's page, the first screen of the record's page if the recorded replies
// are available, the shares of docs/judge.md, and `view` during a run against the simulated server. Needs Chromium and
// util-linux's `script`.

const root = join(import.meta.dirname, "../../..");
const pictures = join(root, "docs/pictures");
const [width, height] = [1200, 700];
const recorded = process.env["PROMPTNCE_TEST_RECORDED"] ?? join(root, "../shared/recorded");

const folder = mkdtempSync(join(tmpdir(), "promptnce-pictures-"));
const browser = await launchBrowser();
try {
  mkdirSync(pictures, { recursive: true });
  execFileSync(process.execPath, [join(root, "apps/bench/src/main.ts")], { cwd: folder });
  const viewport = { width, height };
  const { page } = await openPage(browser, pathToFileURL(join(folder, "out/report.html")).href, {
    viewport,
  });
  await page.screenshot({ path: join(pictures, "page.png") });

  if (existsSync(join(recorded, "opinionqa-models.csv.gz"))) {
    const args = ["--experiment", "record", "--data", recorded, "--out", "record"];
    execFileSync(process.execPath, [join(root, "apps/bench/src/main.ts"), ...args], {
      cwd: folder,
    });
    const url = pathToFileURL(join(folder, "record/report.html")).href;
    const { page: record } = await openPage(browser, url, { viewport: { width, height: 760 } });
    await record.screenshot({ path: join(pictures, "record.png") });
  }

  const command = [process.execPath, join(root, "apps/cli/src/main.js")];
  // As its script starts it in a clone, so that the picture says what to type there.
  const env = {
    npm_lifecycle_event: "promptnce",
    npm_package_json: join(root, "package.json"),
    INIT_CWD: root,
  };
  const { lines } = await onTerminal(command, { cols: 100, cwd: folder, env });
  await page.setContent(terminalHtml("$ npx --yes pnpm@12 promptnce", lines));
  await page.locator("pre").screenshot({ path: join(pictures, "first.png") });

  await page.setContent(judgeHtml(root, folder));
  await page.locator("div").screenshot({ path: join(pictures, "judge.png") });

  await using view = await startedView(join(folder, "runs"));
  const { page: tab } = await openPage(browser, view.url, { viewport });
  await tab.getByRole("link", { name: "replies.jsonl" }).click({ timeout: 60_000 });
  await tab.getByText(/^[3-5]\d\d of /).waitFor({ timeout: 60_000 });
  await tab.screenshot({ path: join(pictures, "view.png") });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
