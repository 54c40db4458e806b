import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { installedVersion } from "./installed-version.ts";

it.each(["zod", "openai", "@huggingface/jinja"])(
  "tells the version of %s, of its own manifest and none within it",
  (name) => {
    const folder = resolve(import.meta.dirname, "../../node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      version: string;
    };
    expect(installedVersion(name)).toBe(version);
  },
);

it("tells none of what is not installed", () => {
  expect(installedVersion("no-such-package")).toBeUndefined();
});
