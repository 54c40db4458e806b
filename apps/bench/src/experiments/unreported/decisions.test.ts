import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCsv } from "../../testing/read-csv.test.support.ts";
import { runMain } from "../../testing/run-main.test.support.ts";
import { parseConfig } from "../../study/config.ts";
import { decisions } from "./decisions.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "promptnce-decisions-table-"));
});
afterAll(() => rm(cwd, { recursive: true }));

/** The rows about people of a run whose respondent is of this profile, by way of asking. */
async function rowsOf(profile: string) {
  const args =
    "--pairs 60 --dev 5 --dataset synthetic-goemotions --experiment decisions --read-from decisions --rotations 2";
  const { code, stderr } = await runMain(
    [...args.split(" "), "--profile", profile, "--out", profile],
    cwd,
  );
  expect(code, stderr).toBe(0);
  const [people, ranks] = await Promise.all(
    ["decisions-people", "decisions"].map((name) =>
      readCsv(join(cwd, profile, "tables", `${name}.csv`)),
    ),
  );
  return { people: new Map(people!.map((row) => [row["way"], row])), ranks: ranks! };
}

describe("the experiment decisions", () => {
  it("tells a truthful respondent with OTHER from people by nothing, and a closed set by its slope", async () => {
    const { people, ranks } = await rowsOf("truthful");
    const page = await readFile(join(cwd, "truthful", "report.html"), "utf8");
    expect(page).toMatch(
      /In this rehearsal: Are these probabilities people.{1,5}s\? In 2 of 3 cases/,
    );
    const open = people.get("among options, with OTHER");
    expect(open).toMatchObject({ verdict: "no difference from people is shown" });
    expect([open?.["rho"], open?.["slope"], open?.["distance"]].map(Number)).toEqual([
      expect.closeTo(1, 9),
      expect.closeTo(1, 9),
      expect.closeTo(0, 9),
    ]);
    expect(Number(open?.["order"])).toBe(0);
    expect(people.get("a statement about y")).toMatchObject({
      verdict: "no difference from people is shown",
    });
    expect(people.get("among options, closed")).toMatchObject({
      verdict: "no: more extreme than people",
    });
    const ways = ranks.map((row) => row["method"]);
    expect(ways).toEqual(
      expect.arrayContaining(["promptnce:ungrounded", "promptnce", "promptnce:empirical"]),
    );
  });

  it("never says of who ignores x that it does what people do, though base rates are calibrated", async () => {
    const { people } = await rowsOf("clueless");
    for (const row of people.values()) {
      expect(row["verdict"]).toBe("no: nothing shows that it knows which y goes with which x");
    }
  });

  it("is part of a run of decision models alone", () => {
    const config = parseConfig({});
    expect(decisions.byDefault?.(config)).toBe(false);
    expect(decisions.missing?.({ config, studies: [] })).toContain("it is about decision models");
    const decided = parseConfig({ readFrom: "decisions" });
    expect(decisions.byDefault?.(decided)).toBe(true);
  });
});
