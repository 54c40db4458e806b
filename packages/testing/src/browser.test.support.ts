import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

/** Debian's Chromium; another may be named. */
const chromiumPath = process.env["PROMPTNCE_CHROMIUM"] ?? "/usr/bin/chromium";

export const hasChromium: boolean = existsSync(chromiumPath);

/** A browser that reaches for nothing by itself. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
