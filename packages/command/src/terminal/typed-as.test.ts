import { expect, it } from "vitest";
import { typedAs } from "./typed-as.ts";

const clone = { npm_lifecycle_event: "promptnce", npm_package_json: "/my clone/package.json" };

it.each([
  ["nothing before an installed command", {}, ""],
  ["nothing before one that npx fetched", { npm_lifecycle_event: "npx" }, ""],
  ["the call of pnpm in a clone", { ...clone, INIT_CWD: "/my clone" }, "npx --yes pnpm@12 "],
  [
    "the clone's folder too where it is another",
    { ...clone, INIT_CWD: "/data" },
    'npx --yes pnpm@12 --dir "/my clone" ',
  ],
])("has %s", (_, env, typed) => {
  expect(typedAs(env)).toBe(typed);
});
