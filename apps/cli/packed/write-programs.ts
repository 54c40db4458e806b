import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { importAll, type Installed } from "./entry-points.ts";
import { type ReadmeExample, readmeExample } from "./readme-example.ts";
import { type InstallPlace, run } from "./run.ts";

/** A compiled program, the files that it reads, and its expected output if known. */
export interface Program extends Omit<ReadmeExample, "code"> {
  readonly file: string;
}

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    // Syntax is left as it stands, so that the oldest Node refuses what it lacks, as it would for a user.
    target: "esnext",
    lib: ["es2024", "esnext.disposable"],
    module: "nodenext",
    moduleResolution: "nodenext",
    types: ["node"],
    // Our own declarations must be checked here.
    skipLibCheck: false,
    outDir: "built",
    rootDir: "programs",
  },
  include: ["programs"],
};

/**
 * Writes the example of each README into the project, and a program that imports every entry point.
 * Type-checks and compiles them all against the installed packages.
 */
export async function writePrograms(
  readmes: ReadonlyMap<string, string>,
  names: readonly string[],
  project: string,
): Promise<Program[]> {
  await mkdir(join(project, "programs"));
  const programs: Program[] = [];
  for (const [name, readme] of readmes) {
    const { code, ...rest } = readmeExample(await readFile(readme, "utf8"));
    programs.push({ file: await write(`${basename(name)}.ts`, code), ...rest });
  }
  const installed = await Promise.all(names.map((name) => manifestOf(name, project)));
  const output = `${installed.flatMap(({ exports }) => Object.keys(exports)).length} entry points\n`;
  programs.push({
    file: await write("entry-points.ts", importAll(installed)),
    output,
    files: new Map(),
  });

  await writeFile(join(project, "tsconfig.json"), JSON.stringify(TSCONFIG, null, 2));
  await run("tsc", ["--project", "."], { folder: project });
  return programs;

  async function write(name: string, code: string): Promise<string> {
    await writeFile(join(project, "programs", name), code);
    return join(project, "built", name.replace(/ts$/, "js"));
  }
}

/**
 * Runs each program beside the files that it reads.
 *
 * @throws Error if its output differs from the expected one
 */
export async function runPrograms(
  node: string,
  programs: readonly Program[],
  place: InstallPlace,
): Promise<void> {
  for (const { file, output, files } of programs) {
    for (const [name, text] of files) {
      await writeFile(join(place.folder, name), text);
    }
    const { stdout } = await run(node, [file], place);
    if (output !== undefined) assert.equal(stdout, output, `what ${file} prints`);
  }
}

async function manifestOf(name: string, project: string): Promise<Installed> {
  const path = join(project, "node_modules", name, "package.json");
  return JSON.parse(await readFile(path, "utf8")) as Installed;
}
