import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished, vi } from "vitest";
import { loadPacks } from "./load-packs.ts";
import { taskSetup } from "./task-setup.ts";

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const task = `{ name: "moods", person: "a rater", sees: "ONE comment", event: "names the emotion", label: "emotion", fields: ["comment"] }`;
const about = { name: "@team/prompts", type: "module", exports: "./main.js" };
const team = {
  "package.json": JSON.stringify(about),
  "main.js": `export default { name: "@team/prompts", version: "1.2.0", tasks: [${task}] };`,
};

it("a package is loaded by its name where it is installed, and by its folder", async () => {
  const installed = Object.fromEntries(
    Object.entries(team).map(([file, text]) => [`node_modules/@team/prompts/${file}`, text]),
  );
  const folder = folderOf(installed);
  const [byName] = await loadPacks(["@team/prompts"], folder);
  const [byFolder] = await loadPacks(["."], folderOf(team));
  expect(byName).toMatchObject({
    name: "@team/prompts",
    version: "1.2.0",
    tasks: [{ name: "moods" }],
  });
  expect(byFolder).toEqual(byName);
  const setup = await taskSetup("moods", "faithful", [byName!]);
  expect(setup).toMatchObject({ name: "moods", fields: ["comment"] });
  const question = {
    kind: "pmi",
    task: "moods",
    x: { comment: "Yes!" },
    y: "joy",
    sample: 0,
  } as const;
  expect(setup.findTemplate(question).render(question)).toContain("Yes!");
});

it("the code of a package is announced before it runs, whether named or by its folder, and no other is", async () => {
  const code = `globalThis.ran = [...(globalThis.ran ?? []), "code"]; ${team["main.js"]}`;
  const ran: string[] = [];
  Object.assign(globalThis, { ran });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "ran"));
  const announced: unknown[] = [];
  const onCode = (name: string): void =>
    void announced.push([name, [...(globalThis as unknown as { ran: string[] }).ran]]);
  const folder = folderOf({ ...team, "main.js": code });
  await loadPacks(["."], folder, onCode);
  expect(announced).toEqual([[".", []]]);
  expect((globalThis as unknown as { ran: string[] }).ran).toEqual(["code"]);
  await expect(loadPacks(["@team/none"], newFolder(), onCode)).rejects.toThrow("not installed");
  expect(announced).toHaveLength(1);
});

it("a folder of texts runs no code, whatever lies in it", async () => {
  const trap = 'throw new Error("ran");';
  const texts = { "words/conditional.txt": "{cue_word}: {target}" };
  const traps = ["index.js", "main.js", "words/conditional.js", "node_modules/a/index.js"];
  const folder = folderOf({ ...texts, ...Object.fromEntries(traps.map((file) => [file, trap])) });
  const onCode = vi.fn<(name: string) => void>();
  expect(await loadPacks([folder], undefined, onCode)).toHaveLength(1);
  expect(onCode).not.toHaveBeenCalled();
});

it("a folder of texts puts each in the place of its template's, and is versioned by what they are", async () => {
  const folder = folderOf({
    "words/conditional.txt": "{cue_word}\r\n{target}\n",
    "chaosnli/marginal.md": "How often is it {target}?",
  });
  const [pack] = await loadPacks([folder]);
  expect(pack!.templates.map(({ id, body }) => [id, body])).toEqual([
    ["chaosnli/marginal", "How often is it {{target}}?"],
    ["words/conditional", "{{cue}}\n{{target}}"],
  ]);
  expect(pack!.version).toMatch(/^[0-9a-f]{12}$/);
  const { findTemplate, read } = await taskSetup("words", "faithful", [pack!]);
  const question = {
    kind: "conditional",
    task: "words",
    x: { cue: "SEA" },
    y: "WATER",
    sample: 0,
  } as const;
  expect(findTemplate(question).render(question)).toBe("SEA\nWATER");
  expect(read("SEA\nWATER")).toMatchObject({ x: { cue: "SEA" }, y: "WATER" });
  writeFileSync(join(folder, "words/conditional.txt"), "{cue}: {target}");
  expect((await loadPacks([folder]))[0]!.version).not.toBe(pack!.version);
});

it.each<[string, Readonly<Record<string, string>>]>([
  ["is not a package and holds no text such as words/open.txt", {}],
  [
    "there is no template word/open: name the file after a template, such as words/open.txt.",
    { "word/open.txt": "a" },
  ],
  [
    "The text of words/marginal has no place for target: write {{target}}",
    { "words/marginal.txt": "a" },
  ],
  [
    "is not a pack made by definePack: A pack cannot be made of that: version: ",
    { ...team, "main.js": `export default { name: "@team/prompts" };` },
  ],
  [
    "@team/prompts cannot be loaded: no moods",
    { ...team, "main.js": `throw new Error("no moods");` },
  ],
])("what is no pack is told in one sentence: %s", async (sentence, files) => {
  await expect(loadPacks([folderOf(files)])).rejects.toThrow(sentence);
});

it("a name that is neither installed nor a folder is told so", async () => {
  await expect(loadPacks(["@team/none"], newFolder())).rejects.toThrow(
    "packs: @team/none is not installed",
  );
});
