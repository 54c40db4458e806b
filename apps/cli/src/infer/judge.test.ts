import { describe, expect, it } from "vitest";
import { csv, file, infer, printed } from "./infer.test.support.ts";

describe("a judge", () => {
  const verdicts = [
    ...Array.from({ length: 30 }, (_, i) => [i % 10 < 8 ? "pass" : "fail", i % 2 ? "good" : "bad"]),
    ...Array.from({ length: 70 }, (_, i) => [i % 10 < 8 ? "pass" : "fail", ""]),
  ];
  const judged = ["verdict,human,id", ...verdicts.map((row, id) => [...row, id % 2].join(","))];
  const path = () => file("judged.csv", judged.join("\n"));

  it("has sensitivity, specificity and κ where its answers are words for yes and no", async () => {
    const words = judged.map((line) => line.replace("good", "yes").replace("bad", "no"));
    const { stdout, status } = await infer(
      file("judged.csv", words.join("\n")),
      "--prediction",
      "verdict",
    );
    expect(status).toBe(0);
    expect(stdout).toContain("The share of human that is yes, from 30 rows");
    expect(stdout).toMatch(/\| where people say yes \(sensitivity\) +\| +0\.800 \|/);
    expect(stdout).toMatch(/\| predictions alone +\| +0\.80/);
    expect(stdout).toContain("predictions alone are 0.30 too high");
    expect(stdout).toContain(
      "would agree in 0.500. Cohen's κ, the agreement beyond guessing: 0.000",
    );
  });

  it("and people may write other words, of which one is named as positive", async () => {
    const unnamed = await infer(path(), "--prediction", "verdict");
    expect(unnamed.stderr).toContain(
      'human is "bad"; give a number, yes or no, or nothing, or name the text for yes with --positive.',
    );
    const named = judged.map((line) => line.replace("pass", "Good"));
    const { quantity } = await printed(
      file("judged.csv", named.join("\n")),
      "--prediction",
      "verdict",
      "--positive",
      "good",
    );
    expect(quantity).toBe("share of human that is good");
  });

  it("that nobody named is one of the columns that the error lists", async () => {
    const { status, stderr } = await infer(path());
    expect(status).toBe(1);
    expect(stderr).toContain(
      "there is no column pmi; name the column of the judge's or model's answers with --prediction. These columns hold numbers, or yes and no: verdict",
    );
  });

  it("is held to a threshold by the whole interval, with exit code 4", async () => {
    const rated = file("rows.csv", csv);
    const { low, high } = await printed(rated);
    const missed = await infer(rated, "--at-least", String((low + high) / 2));
    expect(missed.status).toBe(4);
    expect(missed.stderr).toContain("the mean of human is not shown to reach it: label more rows");
    expect((await infer(rated, "--at-least", String(high + 1))).stderr).toContain("is below it");
    expect(await infer(rated, "--at-least", String(low - 1))).toMatchObject({
      status: 0,
      stderr: "",
    });
  });

  it("has its bias by a column only beside what a shuffled column shows", async () => {
    const { stdout } = await infer(file("rows.csv", csv), "--bias-by", "group");
    expect(stdout).toMatch(/\| new +\| +10 \|/);
    expect(stdout).toContain(
      "Nothing shows that the error depends on group: a shuffled column, which knows no more than row numbers do,",
    );
  });
});
