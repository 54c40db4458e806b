import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const main = join(import.meta.dirname, "main.ts");
const folder = mkdtempSync(join(tmpdir(), "promptnce-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command as a user would, with nothing of this process's own settings for it. */
async function promptnce(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { PROMPTNCE_DATA: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, NO_COLOR: "1", XDG_CACHE_HOME: folder, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((done) => child.on("close", done));
  return { status, stdout, stderr };
}

describe("promptnce", () => {
  it("prints its version", async () => {
    expect(await promptnce(["--version"])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: "",
    });
  });

  it.each([[[]], [["datasets"]], [["prompts"]]])(
    "shows help with examples for %j",
    async (args) => {
      const { status, stdout } = await promptnce([...args, "--help"]);
      expect(status).toBe(0);
      expect(stdout).toMatch(/Examples:\n {2}promptnce /);
    },
  );

  it.each([
    [["nonsense"], "unknown command 'nonsense'"],
    [["--nonsense"], "unknown option '--nonsense'"],
    [["datasets", "nonsense"], "unknown command 'nonsense'"],
    [["datasets", "describe"], "missing required argument 'name'"],
    [["datasets", "describe", "toString"], 'there is no dataset "toString"; there are words, cha'],
    [["datasets", "fetch", "words", "--data"], "option '--data <folder>' argument missing"],
    [["prompts", "show", "words/none"], 'there is no prompt "words/none"; "promptnce prompts list'],
  ])("exits with 2 and says what is wrong in %j", async (args, sentence) => {
    const { status, stdout, stderr } = await promptnce(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it.each([[[]], [["datasets"]], [["prompts"]]])(
    "exits with 2 where %j is not all",
    async (args) => {
      expect(await promptnce(args)).toMatchObject({ status: 2, stdout: "" });
    },
  );

  it("says nothing of a reader that closes the pipe early", async () => {
    const child = spawn(process.execPath, [main, "datasets", "describe", "words"]);
    child.stdout.destroy();
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((done) => child.on("close", done));
    expect({ code, said }).toEqual({ code: 0, said: "" });
  });
});

describe("promptnce datasets", () => {
  it("lists the three datasets", async () => {
    const { status, stdout } = await promptnce(["datasets", "list"]);
    expect(status).toBe(0);
    expect(stdout.match(/^\w+/gm)).toEqual(["words", "chaosnli", "goemotions"]);
  });

  it("describes source, licence, citation and files", async () => {
    const { status, stdout } = await promptnce(["datasets", "describe", "goemotions"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Licence: {2}CC BY 4\.0/m);
    expect(stdout).toMatch(/^Citation: Demszky/m);
    expect(stdout).toMatch(/goemotions_3\.csv {2}https:.*\n {4}git blob 3c42521b/);
  });

  it("describes as JSON on request", async () => {
    const { stdout } = await promptnce(["datasets", "describe", "words", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ name: "words", editions: [{ name: "official" }] });
  });

  it("verifies file by file and fails where any is missing or wrong", async () => {
    const data = join(folder, "partial");
    mkdirSync(join(data, "words"), { recursive: true });
    writeFileSync(join(data, "words", "Cue_Target_Pairs.C"), "not it");
    const { status, stdout, stderr } = await promptnce([
      "datasets",
      "verify",
      "words",
      "--data",
      data,
    ]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^missing {2}Cue_Target_Pairs\.A-B$/m);
    expect(stdout).toMatch(/^wrong {4}Cue_Target_Pairs\.C {2}\(expected SHA-256 443c30bd/m);
    expect(stderr).toBe(
      `error: words is not complete in ${data}/words: 8 of 8 official files are missing or wrong\n`,
    );
  });

  it("takes the folder from PROMPTNCE_DATA, else the user's cache", async () => {
    const given = await promptnce(["datasets", "verify", "words"], { PROMPTNCE_DATA: "given" });
    expect(given.stderr).toContain("not complete in given/words:");
    const { stderr } = await promptnce(["datasets", "verify", "words"]);
    expect(stderr).toMatch(/[\\/]promptnce[\\/]\S*datasets[\\/]words/);
  });

  it("says in one sentence that there is no network and where to put the files by hand", async () => {
    const proxy = "http://127.0.0.1:9";
    const data = join(folder, "offline");
    const { status, stdout, stderr } = await promptnce(
      ["datasets", "fetch", "words", "--data", data],
      {
        NODE_USE_ENV_PROXY: "1",
        HTTP_PROXY: proxy,
        HTTPS_PROXY: proxy,
        NO_PROXY: "",
        http_proxy: proxy,
        https_proxy: proxy,
        no_proxy: "",
      },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^error: w3\.usf\.edu cannot be reached \(.+\)\. To do without: /);
    expect(stderr).toContain(`put them in ${data}/words.`);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(join(data, "words"))).toEqual([]);
  });

  it("says how to get ChaosNLI by hand", async () => {
    const { status, stderr } = await promptnce(["datasets", "fetch", "chaosnli", "--data", folder]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: .*chaosNLI_v1\.0\.zip.* Put it in .*chaosnli\.\n$/);
  });
});

describe("promptnce prompts", () => {
  it("lists every prompt with its version", async () => {
    const { status, stdout } = await promptnce(["prompts", "list"]);
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(32);
    for (const line of lines) {
      expect(line).toMatch(/^(words|chaosnli|goemotions|programs)\/\w+(\/[a-z-]+)?@\d+$/);
    }
  });

  it("shows a prompt as the paper prints it", async () => {
    const { stdout } = await promptnce(["prompts", "show", "chaosnli/conditional"]);
    expect(stdout).toMatch(/^In a large NLI annotation study, 100 raters each read/);
    expect(stdout).toMatch(/\{premise\}/);
    expect(stdout).not.toMatch(/\{\{/);
  });

  it("shows it as JSON on request, by its versioned name as well", async () => {
    const [named] = (await promptnce(["prompts", "list"])).stdout.split("\n");
    const { stdout } = await promptnce(["prompts", "show", named ?? "", "--json"]);
    const entry = JSON.parse(stdout) as { id: string; version: number };
    expect(`${entry.id}@${entry.version}`).toBe(named);
    expect(entry).toHaveProperty("answer");
  });
});
