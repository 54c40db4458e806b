import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished } from "vitest";
import { manifestOf, originals, tables } from "./made-up-survey.test.support.ts";

const root = resolve(import.meta.dirname, "../../../..");
const MANIFEST = join(root, "packages/datasets/src/recorded/manifests/opinionqa.json");

/**
 * A server with the originals below `/at/commit/`, as their repository has them, and what it was
 * asked for.
 */
async function serve() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").replace("/at/commit/", "");
    asked.push(path);
    const text = originals().get(path);
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { raw: `http://127.0.0.1:${(server.address() as AddressInfo).port}/at/commit/`, asked };
}

/**
 * A module that has Node read another manifest in the place of the product's: nothing else is
 * replaced.
 */
function hookFor(folder: string, manifest: object): string {
  const [other, hook] = [join(folder, "manifest.json"), join(folder, "hook.mjs")];
  writeFileSync(other, JSON.stringify(manifest));
  writeFileSync(
    hook,
    `import { registerHooks } from "node:module";
registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    return found.url === ${JSON.stringify(pathToFileURL(MANIFEST).href)}
      ? { ...found, url: ${JSON.stringify(pathToFileURL(other).href)} }
      : found;
  },
});
`,
  );
  return hook;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

it(
  "the README's two commands lead from nothing to the record's page, with a loopback copy for the network",
  { tags: "full" },
  async () => {
    const [readme, { raw, asked }, cwd] = [
      readFileSync(join(root, "README.md"), "utf8"),
      await serve(),
      newFolder(),
    ];
    const product = JSON.parse(readFileSync(MANIFEST, "utf8")) as object;
    const hook = hookFor(newFolder(), manifestOf(product, raw));
    const commands = { promptnce: "apps/cli/src/main.js", bench: "apps/bench/src/main.ts" };
    const run = (line: string): Promise<Ended> => {
      expect(readme).toContain(`\nnpx --yes pnpm@12 ${line}\n`);
      const [name, ...args] = line.split(" ");
      const main = join(root, commands[name as keyof typeof commands]);
      return new Promise((done) => {
        execFile(
          process.execPath,
          ["--import", pathToFileURL(hook).href, main, ...args],
          { cwd, env: { PATH: process.env["PATH"], NO_COLOR: "1" } },
          (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr }),
        );
      });
    };

    const fetched = await run("promptnce datasets fetch opinionqa --data data");
    expect(fetched).toMatchObject({ code: 0 });
    expect(fetched.stdout).toMatch(
      /^fetched {2}12 files from https:\/\/github\.com\/nicolemeister/,
    );
    expect(asked.toSorted()).toEqual([...originals().keys()].toSorted());
    for (const [file, text] of tables()) {
      expect(gunzipSync(readFileSync(join(cwd, "data", `${file}.gz`))).toString()).toBe(text);
    }

    const made = await run("bench --experiment record --data data --out record");
    expect(made).toMatchObject({ code: 0 });
    expect(made.stdout).toMatch(/^No model here was shown OTHER or a candidate set/);
    expect(asked).toHaveLength(originals().size);
    const page = readFileSync(join(cwd, "record/report.html"), "utf8");
    expect(page).toContain("GPT-4");
    expect(existsSync(join(cwd, "record/tables/record-pmi.csv"))).toBe(true);
    expect(readdirSync(cwd).toSorted()).toEqual(["data", "record"]);
  },
);
