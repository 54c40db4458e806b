import { expect, it } from "vitest";
import { optionalPackage } from "./optional-package.ts";

it("gives what is installed", async () => {
  const installed = await optionalPackage("zod", "checks", () => import("zod"));
  expect(installed().z).toBeDefined();
});

it("says what to install, only once it is asked for", async () => {
  const missing = await optionalPackage(
    "no-such-sdk@7",
    "asks Nobody",
    () => import("no-such-sdk" as string),
  );
  expect(missing).toThrow(
    /^The package no-such-sdk@7, which asks Nobody, cannot be loaded \(.*no-such-sdk.*\)/,
  );
  expect(missing).toThrow("install it with npm install no-such-sdk@7.");
});
