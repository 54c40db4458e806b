import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { type ComparedRow, modelsApart, openRun, type ComparedRun } from "./open-run.ts";

function result(model: string): string {
  const file = join(newFolder(), "r.csv");
  writeFileSync(
    file,
    `cue,y,method,model,status,conditional,marginal,pmi\ncat,dog,gem,${model},ok,,0.5,1\n`,
  );
  return file;
}

/** A folder with the manifest of a bench run and one estimate of each of two lists. */
function bench(manifest: string): string {
  const folder = join(newFolder(), "run");
  mkdirSync(folder);
  writeFileSync(join(folder, "manifest.json"), manifest);
  const row = (list: string): string =>
    `words,${list},5,0,promptnce,m,ok,cat/dog,cat,dog,0.4,0.1,0.5,0.7,0.2\n`;
  writeFileSync(
    join(folder, "estimates.csv"),
    `dataset,list,k,sample,method,model,status,pair,x,y,conditional,marginal,pmi,est_pmi,est_marginal\n${row("evaluation")}${row("stability")}`,
  );
  return folder;
}

const manifest = (more: object = {}, simulated = { respondent: false, datasets: [] as string[] }) =>
  JSON.stringify({ run: { models: [{ model: "m" }], ...more }, simulated });

async function rowsOf(run: ComparedRun): Promise<ComparedRow[]> {
  const all: ComparedRow[] = [];
  for await (const row of run.rows("pmi", [])) {
    all.push(row);
  }
  return all;
}

describe("a run", () => {
  it("that is a file is a result of estimate, whose rows can be read more than once", async () => {
    const run = await openRun(result("openai:m"));
    expect(run).toMatchObject({
      kind: "result of estimate",
      simulated: false,
      mode: "faithful",
      models: ["openai:m"],
    });
    const rows = await rowsOf(run);
    expect(rows).toMatchObject([{ method: "gem", estimate: 1 }]);
    expect(await rowsOf(run)).toEqual(rows);
  });

  it("says in which mode it was asked where that is not the paper's", async () => {
    const file = join(newFolder(), "r.csv");
    writeFileSync(
      file,
      "cue,y,method,model,mode,status,conditional,marginal,pmi\ncat,dog,gem,m,tokens,ok,,0.5,1\n",
    );
    expect((await openRun(file)).mode).toBe("tokens");
  });

  it("that is a folder is one of the bench: the evaluated pairs of its estimates", async () => {
    const run = await openRun(
      bench(manifest({ mode: "structured", models: [{ model: "m" }, { model: "n" }] })),
    );
    expect(run).toMatchObject({
      kind: "bench run",
      simulated: false,
      mode: "structured",
      models: ["m", "n"],
    });
    expect(await rowsOf(run)).toMatchObject([{ group: "words, K = 5, promptnce", estimate: 0.7 }]);
  });

  it("is simulated where a program answered or made up the data", async () => {
    expect((await openRun(result("simulated:truthful"))).simulated).toBe(true);
    for (const simulated of [
      { respondent: true, datasets: [] },
      { respondent: false, datasets: ["w"] },
    ]) {
      expect((await openRun(bench(manifest({}, simulated)))).simulated).toBe(true);
    }
  });

  it.each(["{torn", "{}", '{"run":{"models":1},"simulated":{"datasets":[]}}'])(
    "is none where its manifest is %j",
    async (text) => {
      await expect(openRun(bench(text))).rejects.toThrow(
        "does not hold a bench run: it needs manifest.json and estimates.csv",
      );
    },
  );

  it("that holds only the labels ranked highest is refused: a selection by PMI", async () => {
    const file = join(newFolder(), "top.csv");
    writeFileSync(
      file,
      "cue,y,method,model,status,conditional,marginal,pmi,rank\ncat,dog,gem,m,ok,,0.5,1,1\n",
    );
    await expect(openRun(file)).rejects.toThrow(
      /top\.csv holds only the labels ranked highest for each x, as its column rank shows: .* Compare results of `ask: "all-labels"` without `top`/,
    );
  });

  it("that is not there is told", async () => {
    await expect(openRun(join(newFolder(), "none.csv"))).rejects.toThrow(
      /none\.csv is not there: give the results of an estimate run or the folder of a bench run\./,
    );
  });
});

describe("the models of two runs", () => {
  const apart = (a: readonly string[], b: readonly string[]) =>
    modelsApart({ models: a }, { models: b });

  it("are taken for each other where each asked one, whatever they are called", () => {
    expect(apart(["truthful"], ["model-like"])).toEqual([]);
  });

  it("are told apart by their names, and by who serves them where a run asked two of one name", () => {
    expect(apart(["a", "b"], ["b"])).toEqual(["model"]);
    expect(apart(["a", "a"], ["a"])).toEqual(["provider", "model"]);
  });
});
