import { describe, expect, it } from "vitest";
import { originalsFrom, synthbenchRun as run } from "./made-up.test.support.ts";
import { synthbench } from "./synthbench.ts";

/** The rows without the header, of runs by their files' names. */
function rowsOf(runs: Readonly<Record<string, string>>) {
  const files = Object.entries(runs).map(([file, text]) => [`leaderboard-results/${file}`, text]);
  return (
    synthbench(originalsFrom(new Map(files as [string, string][]))).get("synthbench.csv") ?? []
  );
}

/** Each model's share of Yes in the first question: what tells runs apart. */
function firstShares(runs: Readonly<Record<string, string>>) {
  const rows = rowsOf(runs).filter(
    ([, , question, answer]) => question === "Q0" && answer === "Yes",
  );
  return rows.map(([dataset, model, , , share]) => [dataset, model, share]);
}

describe("the table of SynthBench", () => {
  it("takes of each model on each dataset the longest run, wherever it stands", () => {
    const runs = {
      "a_1.json": run({ model: "a", questions: 100, share: "0.1" }),
      "a_2.json": run({ model: "a", questions: 102, share: "0.2" }),
      "a_3.json": run({ model: "a", questions: 101, share: "0.3" }),
      "b_1.json": run({ model: "b", questions: 101, share: "0.4" }),
      "c_1.json": run({ dataset: "subpop", model: "a", questions: 100, share: "0.5" }),
    };
    expect(firstShares(runs)).toEqual([
      ["opinionsqa", "a", "0.2"],
      ["opinionsqa", "b", "0.4"],
      ["subpop", "a", "0.5"],
    ]);
  });

  it("takes the first of runs that are as long, also where a later one has more samples", () => {
    const runs = {
      "a_1.json": run({ model: "a", questions: 100, share: "0.1", samples: 5 }),
      "a_2.json": run({ model: "a", questions: 100, share: "0.2", samples: 50 }),
    };
    expect(firstShares(runs)).toEqual([["opinionsqa", "a", "0.1"]]);
  });

  it("leaves out runs of fewer than 100 questions", () => {
    expect(rowsOf({ "a_1.json": run({ model: "a", questions: 99, share: "0.1" }) })).toHaveLength(
      1,
    );
  });

  it("orders by dataset and model, and answers of a question by their text", () => {
    const runs = {
      "1.json": run({ dataset: "subpop", model: "a", questions: 100, share: "1.0" }),
      "2.json": run({ model: "b t=0.3", questions: 100, share: "1.0" }),
      "3.json": run({ model: "b", questions: 100, share: "1.0" }),
    };
    const rows = rowsOf(runs).filter(([, , question]) => question === "Q0");
    expect(rows.map((row) => row.slice(0, 4).join())).toEqual([
      "opinionsqa,b,Q0,No",
      "opinionsqa,b,Q0,Yes",
      "opinionsqa,b t=0.3,Q0,No",
      "opinionsqa,b t=0.3,Q0,Yes",
      "subpop,a,Q0,No",
      "subpop,a,Q0,Yes",
    ]);
  });

  it("repeats shares as they were written, and gives 0 to an answer that only the model or only people have", () => {
    const question = {
      key: "Q0",
      model: '{"Yes": 1.0, "no": 0.0}',
      people: '{"No": 0.4803, "Yes": 0.5197}',
    };
    const rows = rowsOf({ "a.json": run({ model: "a", questions: 100, share: "0.5", question }) });
    expect(rows.slice(0, 4)).toEqual([
      ["dataset", "model", "question", "answer", "share", "samples", "people_share"],
      ["opinionsqa", "a", "Q0", "No", "0", "30", "0.4803"],
      ["opinionsqa", "a", "Q0", "Yes", "1.0", "30", "0.5197"],
      ["opinionsqa", "a", "Q0", "no", "0.0", "30", "0"],
    ]);
  });
});
