import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { commandAtTerminal } from "./person.test.support.ts";

const TYPED = new Map([
  ["Who is observed? (with the article)", "an adult in Norway"],
  ["What is an adult in Norway shown?", "ONE trade"],
]);

const QUESTIONS = ["Should taxes rise?", "Should parks be larger?", "Should trams be free?"];
const TRADES = ["a teacher", "a nurse", "a farmer", "a student", "a driver", "a judge"];
const ANSWERS = ["Agree", "Neither", "Disagree"];

/** A survey with a row for each question, trade and answer: how many gave it, and their weight. */
function survey(): string {
  const rows = QUESTIONS.flatMap((question, q) =>
    TRADES.flatMap((trade, t) =>
      ANSWERS.map((answer, a) => {
        const n = 1 + ((7 * q + 5 * t + 3 * a * (t + 1)) % 31);
        return [question, trade, answer, n, 0.5 + ((q + 2 * t + a) % 7) / 8].join(",");
      }),
    ),
  );
  return ["question,trade,answer,n,weight", ...rows].join("\n");
}

it("a survey of six trades, three questions and weights needs Enter and two answers", async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, "survey.csv"), survey());
  const { promptnce, asked } = await commandAtTerminal(TYPED);
  const { status, stdout, stderr } = await promptnce(["start", "survey.csv"], { cwd });
  expect(status, stderr).toBe(0);

  expect(asked.map(({ message, answer }) => `${message} ${String(answer)}`)).toEqual(
    expect.arrayContaining([
      "question holds questions, each with answers of its own. How is it to be read? 0",
      "Which columns hold what they were shown, x? trade",
      "Which column counts the people who gave it? n",
      "Which column weighs the rows, as in a survey? (a row then counts as n × its weight in people) weight",
    ]),
  );
  expect(stderr).toContain(
    "x is trade, y is answer, n counts people, a row counts as n × weight people, the context is question.",
  );
  const study = parse(readFileSync(join(cwd, "survey.study.yaml"), "utf8")) as object;
  expect(study).toMatchObject({
    task: {
      person: "an adult in Norway",
      sees: "ONE trade",
      event: "answers the question",
      fields: ["question", "trade"],
      given: ["question"],
    },
    y: "answer",
    count: "n",
    weight: "weight",
  });

  // The prompt that is shown is one that was sent, with the labels of its question.
  const prompt = /A prompt, as the model gets it:\n\n([^]*?)\n\n\n/.exec(stdout)?.[1] ?? "none";
  expect(prompt).toContain("An adult in Norway is shown ONE trade and answers the question.");
  const page = readFileSync(join(cwd, "survey.pmi.html"), "utf8");
  const journal = readFileSync(join(cwd, "survey.pmi.csv.replies.jsonl"), "utf8").trim();
  const sent = journal.split("\n").map((line) => (JSON.parse(line) as { prompt?: string }).prompt);
  expect(sent).toContain(prompt);

  // A picture for each question, people beside the model.
  const titles = [...page.matchAll(/<figcaption>([^<]*)<\/figcaption>/g)].map(([, title]) => title);
  expect(new Set(titles.slice(0, 3))).toEqual(
    new Set(
      QUESTIONS.map(
        (question) => `${question} PMI of each group and label, by people and PromptNCE`,
      ),
    ),
  );
});
