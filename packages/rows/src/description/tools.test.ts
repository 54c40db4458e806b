import { asProperty } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { describeTable } from "./describe-table.ts";
import type { GivenReading } from "./table-description.ts";
import { tableFrom } from "./table.test.support.ts";

type Columns = Parameters<typeof tableFrom>[0];

const text = (i: number): string => `A message about parcel ${i % 6}, which never came`;
const topic = (i: number): string => ["billing", "delivery", "app"][(i * i) % 3]!;
const day = (i: number): string => `2025-08-${10 + (i % 19)} 22:00:00`;
const number = (i: number): number => 100 + ((i * 37) % 71);

/** Roles and the options that decide what is doubtful. */
function read(columns: Columns, given: GivenReading = {}) {
  const { roles, shape, doubts } = describeTable(tableFrom(columns), given);
  const options = doubts.map(({ readings }) =>
    readings.map(({ option, value }) => asProperty(option, value)).join(" or "),
  );
  return { x: roles.x, y: roles.y, shape, several: roles.several, options };
}

describe("columns about a tool's own work are no texts, labels or counts:", () => {
  it.each<[string, Columns, readonly [string, string]]>([
    [
      "a batch of Mechanical Turk",
      {
        HITId: (i) => `3ABC${i}`,
        Title: () => "Rate a sentence",
        Keywords: (i) => ["text, rate", "rate"][i % 2]!,
        MaxAssignments: (i) => 3 + (i % 2),
        AssignmentStatus: (i) => ["Approved", "Submitted"][i % 2]!,
        WorkerId: (i) => `A${i % 5}WRK`,
        AcceptTime: () => "Mon Apr 16 11:09:21 PDT 2018",
        WorkTimeInSeconds: number,
        LifetimeApprovalRate: () => "100% (12/12)",
        "Input.text": text,
        "Answer.sentiment.label": topic,
      },
      ["Input.text", "Answer.sentiment.label"],
    ],
    [
      "Toloka",
      {
        "INPUT:text": text,
        "OUTPUT:result": topic,
        "ASSIGNMENT:link": (i) => `https://t.example/${i}`,
        "ASSIGNMENT:status": (i) => ["APPROVED", "SUBMITTED"][i % 2]!,
        "ASSIGNMENT:worker_id": (i) => `w${i % 4}`,
      },
      ["INPUT:text", "OUTPUT:result"],
    ],
    [
      "Appen",
      {
        _unit_id: (i) => 700 + (i % 6),
        _created_at: day,
        _golden: (i) => ["true", "false"][i % 2]!,
        _trust: (i) => (i % 10) / 10,
        _worker_id: (i) => i % 5,
        _country: (i) => ["GBR", "USA"][i % 2]!,
        which_topic: topic,
        tweet: text,
      },
      ["tweet", "which_topic"],
    ],
    [
      "Label Studio's short form",
      {
        text,
        id: (i) => i % 6,
        sentiment: topic,
        annotator: (i) => i % 3,
        annotation_id: (i) => 100 + i,
        created_at: day,
        updated_at: day,
        lead_time: (i) => i / 7,
      },
      ["text", "sentiment"],
    ],
    [
      "LimeSurvey",
      {
        id: (i) => 7 * i,
        submitdate: day,
        lastpage: (i) => 3 + (i % 3),
        startlanguage: (i) => ["de", "en"][i % 2]!,
        datestamp: day,
        remark: text,
        OftCC: topic,
        interviewtime: number,
        groupTime8020: number,
      },
      ["remark", "OftCC"],
    ],
    [
      "Qualtrics",
      {
        StartDate: day,
        EndDate: day,
        Status: (i) => ["IP Address", "Survey Preview"][i % 2]!,
        Progress: (i) => [100, 50][i % 2]!,
        Finished: (i) => ["True", "False"][i % 2]!,
        ResponseId: (i) => `R_${i}`,
        UserLanguage: (i) => ["EN", "DE"][i % 2]!,
        Q1: text,
        Q2: topic,
      },
      ["Q1", "Q2"],
    ],
  ])("%s", (_, columns, [x, y]) => {
    expect(read(columns)).toMatchObject({ x: [x], y, options: [] });
  });
});

describe("an export of Prodigy has its labels", () => {
  const hashes = { _task_hash: number, _input_hash: number, _annotator_id: topic };
  it("in what was accepted, and the tasks that were not are left out by the option", () => {
    const columns = { text, accept: topic, answer: (i: number) => ["accept", "ignore"][i % 2]! };
    expect(read({ ...columns, ...hashes })).toMatchObject({
      x: ["text"],
      y: "accept",
      options: ['`where: "answer=accept"`'],
    });
    const accepted = { ...columns, answer: () => "accept" };
    expect(read({ ...accepted, ...hashes })).toMatchObject({ y: "accept", options: [] });
  });

  it("in whether the only label was accepted or rejected, but not in what was ignored", () => {
    const said = (...answers: readonly string[]) => {
      const answer = (i: number) => answers[i % answers.length]!;
      return read({ text, label: () => "SPAM", answer, ...hashes });
    };
    expect(said("accept", "reject")).toMatchObject({ x: ["text"], y: "answer", options: [] });
    expect(said("accept", "reject", "ignore", "ignore").options).toEqual([
      '`where: "answer!=ignore"`',
    ]);
  });

  it("in the label that was accepted or rejected", () => {
    const answer = (i: number) => ["accept", "reject"][i % 2]!;
    expect(read({ text, label: topic, score: number, answer, ...hashes }).options).toEqual([
      '`where: "answer=accept"`',
    ]);
  });
});

describe("check boxes that each have a column are the labels of one question", () => {
  const group = (i: number): string => ["pupils of the first year", "teachers", "guests"][i % 3]!;
  const ticked = (on: string, off: string) => (shift: number) => (i: number) =>
    (i * shift) % 3 === 0 ? on : off;
  it.each<[string, readonly string[], (shift: number) => (i: number) => string]>([
    ["Qualtrics, with the option in the cell", ["Q4_1", "Q4_2", "Q4_3"], ticked("By bus", "")],
    ["LimeSurvey", ["FAS[SQ001]", "FAS[SQ002]"], ticked("Y", "")],
    [
      "LimeSurvey, with the questions",
      ["Q2[SQ001]. You like? [Pears]", "Q2[SQ002]. You like? [Plums]"],
      ticked("Yes", "No"),
    ],
    [
      "REDCap",
      ["You like? (choice=Pears)", "You like? (choice=Plums)"],
      ticked("Checked", "Unchecked"),
    ],
    [
      "a form of Mechanical Turk",
      ["Answer.topic.app", "Answer.topic.bill"],
      ticked("true", "false"),
    ],
    ["SurveyMonkey", ["You like? - Pears", "You like? - Plums"], ticked("Plums", "")],
    ["Kobo", ["travel/bus", "travel/night_bus"], ticked("True", "False")],
    ["Potato", ["mood:::calm", "mood:::not_calm", "mood:::none"], ticked("true", "")],
    ["REDCap's codes", ["crop___maize", "crop___sweet_potato"], ticked("x", "")],
    ["R's dummies", ["mood_calm", "mood_busy"], ticked("x", "")],
  ])("%s", (_, names, cells) => {
    const boxes = Object.fromEntries(names.map((name, i) => [name, cells(i + 1)]));
    expect(read({ group, ...boxes }).options).toEqual([
      `\`wide: ${JSON.stringify(names)}\` or \`y\``,
    ]);
    expect(read({ group, ...boxes }, { wide: names })).toMatchObject({
      x: ["group"],
      shape: "wide",
      several: true,
      options: [],
    });
  });

  it("with its name alone in the cells of each, as Typeform has them", () => {
    const names = ["By bus", "By tram", "On foot"];
    const boxes = Object.fromEntries(names.map((name, i) => [name, ticked(name, "")(i + 1)]));
    expect(read({ group, ...boxes }).options).toEqual([
      `\`wide: ${JSON.stringify(names)}\` or \`y\``,
    ]);
  });

  it.each([
    ["emotions", ["joy", "fear", "grief", "neutral"], ["1", "0"]],
    ["as decimals of pandas", ["toxic", "obscene", "threat"], ["1.0", "0.0"]],
    ["topics", ["art", "business", "computers"], ["1", "0"]],
  ])(
    "of 0 and 1 beside each other, whatever they are called: %s",
    (_, names, [on = "", off = ""]) => {
      const boxes = Object.fromEntries(names.map((name, i) => [name, ticked(on, off)(3 * i + 1)]));
      expect(read({ group, ...boxes, "very rare": () => off }).options).toEqual([
        `\`wide: ${JSON.stringify([...names, "very rare"])}\` or \`y\``,
      ]);
    },
  );

  it("doubtful where they hold 0 and 1", () => {
    const boxes = { mood_calm: ticked("1", "0")(1), mood_busy: ticked("1", "0")(2) };
    const wide = Object.keys(boxes);
    expect(read({ group, ...boxes }, { wide }).options).toEqual([
      "`several: true` or `several: false`",
    ]);
  });
});

describe("a row that is the sum of all others is left out by the option", () => {
  const votes = (total: number, factor: number) => (i: number) => (i === 8 ? total : factor + i);
  const table = (place: (i: number) => string, columns: Columns) =>
    describeTable(tableFrom({ place, ...columns }, 9), { wide: Object.keys(columns) });
  it.each([
    ["Total", "place!=Total"],
    ["Gesamt", "place!=Gesamt"],
    ["The county", "place!=The county"],
  ])("%s", (total, value) => {
    const sums = { yes: votes(8 * 40 + 28, 40), no: votes(8 * 30 + 28, 30) };
    const place = (i: number): string => (i === 8 ? total : `Ward ${i}`);
    expect(table(place, sums).doubts[0]?.readings).toEqual([
      { option: "where", value, does: "leaves it out" },
    ]);
    const others = { yes: votes(99, 40), no: votes(8 * 30 + 28, 30) };
    expect(table((i) => `Ward ${i}`, others).doubts).toEqual([]);
  });
});

it("a label that is the sum of the others is left out by the option", () => {
  const poll = {
    Group: (i: number) => `people of region ${i >> 2}`,
    Response: (i: number) => ["Approve", "Disapprove", "Not sure", "Total"][i % 4]!,
    Percent: (i: number) => ["48%", "32%", "20%", "100%"][i % 4]!,
  };
  const given = { x: ["Group"], y: "Response", count: "Percent" };
  expect(read(poll, given).options).toEqual(['`where: "Response!=Total"`']);
  expect(read({ ...poll, Percent: (i) => 20 + (i % 4) }, given).options).toEqual([]);
});

describe("labels are not silently looked for in what people were shown", () => {
  it("where that holds several answers in a cell, as check boxes of a form do", () => {
    const columns = {
      Zeitstempel: (i: number) => `${1 + (i % 28)}.09.2024 08:00:12`,
      "In welchem Jahrgang bist du?": (i: number) => `${5 + (i % 5)}. Klasse`,
      "Wie kommst du zur Schule?": (i: number) =>
        ["zu Fuß, mit der Bahn, im Bus", "mit der Bahn, im Bus", "zu Fuß, im Bus", "im Bus"][
          i % 4
        ]!,
    };
    expect(read(columns).options[0]).toBe("`y`");
  });

  it("or spans, which are of parts of a text", () => {
    const spans = { data: text, label: () => '[[4,10,"THING"],[0,3,"DET"]]' };
    const [doubt] = describeTable(tableFrom(spans)).doubts;
    expect(doubt?.says).toContain("label holds spans of texts with their labels");
  });
});

it("numbers of a nested value are read as one, under the name that they share", () => {
  const columns = {
    text: (i: number) => text(i) + i,
    "soft.0": (i: number) => [0.33, 0.67][i % 2]!,
    "soft.1": (i: number) => [0.67, 0.33][i % 2]!,
  };
  expect(read(columns).options).toEqual(['`y` or `y: "soft"`']);
});
