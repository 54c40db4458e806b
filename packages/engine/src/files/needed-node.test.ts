import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkNode } from "./needed-node.ts";

describe("checkNode", () => {
  it.each(["20.20.2", "22.12.0", "18.0.0"])(
    "refuses Node %s and says which is needed",
    (version) => {
      expect(() => checkNode(version)).toThrow(
        `Node 22.13 or newer is needed, and this is Node ${version}.`,
      );
    },
  );

  it.each(["22.13.0", "22.20.1", "24.0.0", process.versions.node])("accepts Node %s", (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it("needs what the package's manifest says", () => {
    const manifest = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
    const { engines } = JSON.parse(manifest) as { readonly engines: { readonly node: string } };
    expect(engines.node).toBe(">=22.13");
  });
});
