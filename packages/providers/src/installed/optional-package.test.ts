import { expect, it, vi } from "vitest";
import { optionalPackage } from "./optional-package.ts";

it("loads what is installed with its first use", async () => {
  const load = vi.fn<() => Promise<typeof import("zod")>>(() => import("zod"));
  const installed = await optionalPackage("zod", "checks", load);
  installed.check();
  expect(load).not.toHaveBeenCalled();
  expect((await installed.load()).z).toBeDefined();
  expect(await installed.load()).toBe(await installed.load());
  expect(load).toHaveBeenCalledOnce();
});

it("says what to install, only once it is asked for", async () => {
  const missing = await optionalPackage(
    "no-such-sdk@7",
    "asks Nobody",
    () => import("no-such-sdk" as string),
  );
  const sentence =
    /^The package no-such-sdk@7, which asks Nobody, cannot be loaded \(.*no-such-sdk.*\): install it with npm install no-such-sdk@7\.$/;
  expect(() => missing.check()).toThrow(sentence);
  await expect(missing.load()).rejects.toThrow(sentence);
});

it("takes a package that cannot be found, but is part of a bundle", async () => {
  const bundled = await optionalPackage("@no-such/sdk@7", "asks Nobody", async () => 7);
  bundled.check();
  expect(await bundled.load()).toBe(7);
});

it("says with the first use that what is installed cannot be loaded", async () => {
  const broken = await optionalPackage("zod", "checks", () =>
    Promise.reject(new Error("no such file imported from /somewhere")),
  );
  broken.check();
  await expect(broken.load()).rejects.toThrow(
    "The package zod, which checks, cannot be loaded (no such file): install it with npm install zod.",
  );
});
