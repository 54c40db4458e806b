import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks, markdownTokens } from "@promptnce/testing/markdown";
import { describe, expect, it } from "vitest";

const packages = join(import.meta.dirname, "../../../../packages");

/** The published packages that programs import. */
const libraries = [
  "core",
  "prompts",
  "rehearsal",
  "providers",
  "engine",
  "postgres",
  "datasets",
  "case-study",
  "rows",
].map((name) => ({ folder: join(packages, name), name: `@promptnce/${name}` }));

// The entry points of the published package, except templates.json. A package's test support is for
// its own tests only.
const entryPoints = (folder: string): string[] => {
  const { publishConfig } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    publishConfig: { exports: Record<string, unknown> };
  };
  return Object.keys(publishConfig.exports).filter((path) => !path.endsWith(".json"));
};

describe.each(libraries)("the README of $name", ({ name, folder }) => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const inSentences = markdownTokens(readme, "codespan");
  const code = [...fencedBlocks(readme), ...inSentences].map(({ text }) => text).join("\n");

  it("names everything that the package exports, and each of its entry points", async () => {
    const missing: string[] = [];
    for (const path of entryPoints(folder)) {
      const specifier = `${name}${path.slice(1)}`;
      if (!readme.includes(specifier)) missing.push(specifier);
      const exported = (await import(specifier)) as object;
      missing.push(...Object.keys(exported).filter((each) => !names(each)));
    }
    expect(missing).toEqual([]);
  });

  it("imports only exported names in its examples", async () => {
    const imports = code.matchAll(/^import \{([^}]*)\} from "(@promptnce\/[^"]+)"/gm);
    for (const [, list = "", specifier = ""] of imports) {
      const exported = Object.keys((await import(specifier)) as object);
      const wanted = list.split(",").map((each) => each.trim().replace(/ as .*/, ""));
      expect(exported).toEqual(expect.arrayContaining(wanted.filter((each) => each !== "")));
    }
  });

  it("says how to install the package and what it costs", () => {
    expect(readme).toContain(`npm install ${name}`);
    expect(readme).toMatch(/^## What it costs$/m);
    expect(readme).toContain("(../../docs/developers.md#until-the-packages-are-on-npm)");
  });

  it("says which Node it needs, as its manifest does", () => {
    const manifest = readFileSync(join(folder, "package.json"), "utf8");
    const { engines } = JSON.parse(manifest) as { readonly engines: { readonly node: string } };
    expect(readme).toContain(`It needs Node ${engines.node.replace(">=", "")}.`);
  });

  /**
   * The names that appear as code: in backticks, alone or with a call's arguments, or in an
   * example.
   */
  function names(exported: string): boolean {
    return new RegExp(`(^|[^\\w.])${exported}($|[^\\w])`, "m").test(code);
  }
});
