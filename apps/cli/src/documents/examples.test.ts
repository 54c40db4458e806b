import { compileFunction } from "node:vm";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { writeExampleFiles } from "./example-files.test.support.ts";
import { ExampleReader } from "./example-of.test.support.ts";
import { exampleProgram } from "./example-program.test.support.ts";

const packages = join(import.meta.dirname, "../../../../packages");

/** The database of examples, in whose place each gets one of its own. */
const DATABASE = "postgres://localhost/replies";

const reader = new ExampleReader();

/** Functions whose example is not run, and why. */
const notRun: Readonly<Record<string, string>> = {
  downloadedModel: "it downloads a model",
  fetchClass: "it downloads an archive",
  fetchDataset: "it downloads a dataset",
  fetchRecorded: "it downloads replies",
  llama: "it reads a model file",
  readDataset: "it reads the official files",
};

describe.each(libraries().filter((name) => name !== "postgres"))(
  "the functions of @promptnce/%s",
  (name) => {
    it.each(entryPoints(name))(
      "that %s exports have examples that run",
      async (specifier, source) => {
        expect(await faultsOf(specifier, source, faultOf)).toEqual([]);
      },
    );
  },
);

describe("the functions of @promptnce/postgres", () => {
  const [[specifier, source]] = entryPoints("postgres") as [[string, string]];

  it("have examples", async () => {
    expect(await faultsOf(specifier, source, async () => false)).toEqual([]);
  });

  it("have examples that run", { tags: "full" }, async ({ skip }) => {
    // Loaded here, since it looks for a PostgreSQL that the quick tests above do without.
    const { hasPostgres } = await import("@promptnce/testing/postgres");
    skip(!hasPostgres);
    const { postgresOfRun } = await import("@promptnce/testing/postgres-of-run");
    const server = await postgresOfRun();
    const run: FaultOf = async (code, name, scope) =>
      faultOf(code.replaceAll(DATABASE, await server.database("examples")), name, scope);
    expect(await faultsOf(specifier, source, run)).toEqual([]);
  });
});

describe("an example", () => {
  const run = (code: string): Promise<string | false> => faultOf(code, "double", { double });
  const double = (n: number): number => 2 * n;

  it("has what its module exports, and is compared with the values that it states", async () => {
    await expect(run("double(2); // → 4")).resolves.toBe(false);
    await expect(run("const twice = double(2); // → 4\ntwice; // →\n// 4")).resolves.toBe(false);
    await expect(run("double(2); // → 5")).resolves.toMatch(/^expected 4 to /);
    await expect(run("double([2]); // → NaN")).resolves.toMatch(/^expected 4 to /);
  });

  it("states numbers to the digits that it shows, and of an object some members", async () => {
    await expect(run("double(-1 / 3); // → -0.667")).resolves.toBe(false);
    await expect(run("double(1 / 3); // → 0.668")).resolves.toMatch(/^expected/);
    await expect(run("({ b: Float64Array.of(double(1)), c: 0 }); // → { b: [2] }")).resolves.toBe(
      false,
    );
  });

  it("uses what it is an example of, states a value and is a program", async () => {
    await expect(run("2; // → 2")).resolves.toMatch("does not use it");
    await expect(run("double(2);")).resolves.toMatch("states no value");
    await expect(run("if (double(2)) {} // → 4")).resolves.toMatch("of neither");
    await expect(run("// → 4\ndouble(2);")).resolves.toMatch("of nothing");
    await expect(run("double(2")).resolves.toMatch("Expected");
  });
});

/** The published packages, each of whose functions has an example. */
function libraries(): string[] {
  return readdirSync(packages).filter((name) => {
    const manifest = readFileSync(join(packages, name, "package.json"), "utf8");
    return (JSON.parse(manifest) as { readonly private?: boolean }).private !== true;
  });
}

/** The entry points of a published package, each with the path of its source. */
function entryPoints(name: string): [specifier: string, source: string][] {
  const folder = join(packages, name);
  const { exports, publishConfig } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as {
    readonly exports: Readonly<Record<string, string>>;
    readonly publishConfig: { readonly exports: object };
  };
  return Object.keys(publishConfig.exports)
    .filter((entry) => !entry.endsWith(".json"))
    .map((entry) => [posix.join("@promptnce", name, entry), posix.join(folder, exports[entry]!)]);
}

/** What is wrong with the examples of the functions that a module exports. */
async function faultsOf(specifier: string, source: string, run: FaultOf): Promise<string[]> {
  const module = (await import(specifier)) as object;
  const faults: string[] = [];
  for (const [exported, value] of Object.entries(module)) {
    if (typeof value !== "function" || value.prototype instanceof Error) continue;
    const example = reader.exampleOf(source, exported);
    const fault =
      example === undefined
        ? "has no @example in its comment"
        : await run(example, exported, module);
    if (fault) faults.push(`${exported} ${fault}`);
  }
  return faults;
}

type FaultOf = (code: string, name: string, scope: object) => Promise<string | false>;

/** What is wrong with a function's example; false where it runs and gives what it states. */
async function faultOf(code: string, name: string, scope: object): Promise<string | false> {
  if (!new RegExp(`\\b${name}\\b`).test(code)) return "has an example that does not use it";
  if (name in notRun) return false;
  const here = process.cwd();
  onTestFinished(() => process.chdir(here));
  const folder = newFolder();
  writeExampleFiles(folder, code);
  process.chdir(folder);
  try {
    const { body, values } = exampleProgram(code);
    if (values === 0) return "has an example that states no value";
    const names = Object.keys(scope).join(", ");
    const program = `return async ({ ${names} }) => {{\n${body}\n}}`;
    const make = compileFunction(program, ["load", "check", "near"]) as (
      ...helpers: readonly unknown[]
    ) => (scope: object) => Promise<void>;
    await make((specifier: string) => import(specifier), check, near)(scope);
    return false;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function check(value: unknown, stated: unknown): void {
  const isObject = typeof stated === "object" && stated !== null && !("asymmetricMatch" in stated);
  if (isObject) expect(plain(value)).toMatchObject(stated);
  else expect(value).toEqual(stated);
}

/** The value with lists in the place of typed arrays, as an example writes them. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function near(shown: string): unknown {
  return expect.closeTo(Number(shown), shown.split(".")[1]!.length);
}
