import { expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { checkNode } from "./check-node.ts";

it.each([
  ["22.13.0", "ok"],
  ["24.0.0", "ok"],
  ["22.12.9", "fail"],
  ["20.20.2", "fail"],
  ["9.99.0", "fail"],
])("finds Node %s %s", (version, status) => {
  expect(checkNode(version).status).toBe(status);
});

it("asks for what the package's engines ask for", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { engines } = JSON.parse(text) as { engines: { node: string } };
  expect(checkNode("1.0.0").message).toContain(`install Node ${engines.node.replace(">=", "")} or`);
});
