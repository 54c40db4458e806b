import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { commandAtTerminal } from "./person.test.support.ts";

const WORK = "What is your main occupation?";
const REGION = "Which part of the country do you live in?";
const [TAXES, TRAMS] = ["Should taxes on income rise?", "Should trams, or buses, be free?"];
const REPLIES = ["Agree", "Neither", "Disagree"];

/** A folder with an export of Qualtrics: codes, the questions below, and the ids of its import. */
function folderOfExport(): string {
  const people = ["a teacher", "a nurse", "a farmer", "a student"].flatMap((work, w) =>
    ["North", "South"].flatMap((region, r) =>
      Array.from({ length: 6 }, (_, i) => [
        `2024-03-1${i} 10:0${w}:00`,
        work,
        region,
        REPLIES[(w * i + r + i * i) % 3],
        REPLIES[(w + 2 * i + r) % 3],
      ]),
    ),
  );
  const header = [
    ["StartDate", "Q1", "Q2", "Q3", "Q4"],
    ["Start Date", WORK, REGION, TAXES, TRAMS],
    ["startDate", "QID1", "QID2", "QID3", "QID4"].map((id) => JSON.stringify({ ImportId: id })),
  ];
  const cwd = newFolder();
  writeFileSync(join(cwd, "export.csv"), Papa.unparse([...header, ...people]));
  return cwd;
}

const studyIn = (cwd: string): unknown =>
  parse(readFileSync(join(cwd, "export.study.yaml"), "utf8"));

it("a person sees the questions below the names of columns, and a prompt asks them", async () => {
  const cwd = folderOfExport();
  const ofQuestions =
    "Q3 and Q4 hold the same labels (Agree, Neither, Disagree), as columns of several questions do. How is it to be read?";
  const { promptnce: start, asked } = await commandAtTerminal(new Map());
  const { status, stdout, stderr } = await start(["start", "export.csv", "--given", "Q2"], { cwd });
  expect(status, stderr).toBe(0);
  const doubt = asked.find(({ message }) => message.startsWith(ofQuestions));
  expect(doubt?.message).toBe(`${ofQuestions}\nQ3: ${TAXES}\nQ4: ${TRAMS}`);
  const x = asked.find(({ message }) => message.endsWith("what they were shown, x?"));
  expect(x?.hints).toEqual(expect.arrayContaining([WORK, REGION, TAXES, TRAMS]));
  expect(stderr).toContain(`x is Q1 (${WORK}), Q3 and Q4 hold the answers to each question`);
  expect(stderr).toContain(`the context is Q2 (${REGION})`);
  expect(stdout).toContain(`${REGION.toUpperCase()}:\nNorth`);
  expect(studyIn(cwd)).toMatchObject({
    questions: { Q3: TAXES, Q4: TRAMS },
    x: [`${REGION}=Q2`, `${WORK}=Q1`],
    header: 3,
  });
});

it("columns can be named by their questions", async () => {
  const cwd = folderOfExport();
  const columns = ["--x", WORK, "--given", REGION, "--questions", `${TAXES},${TRAMS}`];
  const started = await promptnce(["start", "export.csv", "--header", "3", ...columns], { cwd });
  expect(started.status, started.stderr).toBe(0);
  expect(studyIn(cwd)).toMatchObject({
    questions: { Q3: TAXES, Q4: TRAMS },
    x: [`${REGION}=Q2`, `${WORK}=Q1`],
  });
  const doubtful = await promptnce(["start", "export.csv", ...columns], { cwd: folderOfExport() });
  expect(doubtful.stderr).toMatch(/^error: --header: export.csv can be read in more than one way/);
});
