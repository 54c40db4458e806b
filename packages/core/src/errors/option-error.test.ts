import { describe, expect, it } from "vitest";
import { asProperty, OptionError, SentenceError, type WriteOption, written } from "./index.ts";

/** As a command writes options, and a file that stands on its command line without a name. */
const asFlag: WriteOption = (option, value) => {
  if (option === "path") return "";
  return value === undefined ? `--${option}` : `--${option} ${String(value)}`;
};

describe("a sentence", () => {
  it("without options is the same for everybody", () => {
    expect(written("Nothing was sent.")).toBe("Nothing was sent.");
    expect(written("Nothing was sent.", asFlag)).toBe("Nothing was sent.");
  });

  it("writes options as a program sets them, or as its reader is said to know them", () => {
    const sentence = (write: WriteOption): string =>
      `say ${write("format", "jsonl")}, ${write("k", 8)} or ${write("structured", true)}, or leave out ${write("x")}`;
    expect(written(sentence)).toBe(
      'say `format: "jsonl"`, `k: 8` or `structured: true`, or leave out `x`',
    );
    expect(written(sentence, asProperty)).toBe(written(sentence));
    expect(written(sentence, asFlag)).toBe(
      "say --format jsonl, --k 8 or --structured true, or leave out --x",
    );
  });
});

it("a function is written as a program calls it", () => {
  expect(asProperty("prepareQueue()")).toBe("`prepareQueue()`");
  expect(asProperty("fetchDataset()", ["words", "./data"])).toBe(
    '`fetchDataset("words", "./data")`',
  );
});

describe("SentenceError", () => {
  const error = new SentenceError((write) => `Name another file with ${write("out")}.`);

  it("has a message for who writes a program, and one for any other reader", () => {
    expect(error).toMatchObject({
      name: "SentenceError",
      message: "Name another file with `out`.",
    });
    expect(error.messageFor(asFlag)).toBe("Name another file with --out.");
  });

  it("keeps for every reader what was added to a message that names no option", () => {
    const plain = new SentenceError("It is gone.");
    plain.message += " So be it.";
    expect(plain.messageFor(asFlag)).toBe("It is gone. So be it.");
  });
});

describe("OptionError", () => {
  it("names its option first, as a program does", () => {
    const error = new OptionError("k", "8 is more than the 5 labels there are; give at most 5");
    expect(error).toMatchObject({
      name: "OptionError",
      option: "k",
      message: "k: 8 is more than the 5 labels there are; give at most 5",
    });
    expect(error).toBeInstanceOf(SentenceError);
  });

  it("writes it, and the options that it advises, as its reader does", () => {
    const error = new OptionError(
      "labels",
      (write) => `there is one; give more with ${write("y")}`,
    );
    expect(error.message).toBe("labels: there is one; give more with `y`");
    expect(error.messageFor(asFlag)).toBe("--labels: there is one; give more with --y");
  });

  it("is a sentence alone to a reader who gives the option no name", () => {
    const error = new OptionError("path", "runs/a does not hold a run");
    expect(error.message).toBe("path: runs/a does not hold a run");
    expect(error.messageFor(asFlag)).toBe("runs/a does not hold a run");
  });

  it("is renamed where another function has its option under another name", () => {
    const error = new OptionError("methods", (write) => `there is none; give ${write("k", 8)}`);
    const renamed = error.renamed("method", (write) => (option) => write(`${option}.of`));
    expect(renamed.message).toBe("method: there is none; give `k.of`");
    expect(renamed.messageFor(asFlag)).toBe("--method: there is none; give --k.of");
  });
});
