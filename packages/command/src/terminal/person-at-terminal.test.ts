import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { personAtTerminal } from "./person-at-terminal.ts";

const confirm = vi.hoisted(() => vi.fn<() => Promise<boolean | symbol>>(async () => true));
vi.mock("@clack/prompts", () => ({ confirm }));

const { stdin, stderr } = process;
const before = { stdin: stdin.isTTY, stderr: stderr.isTTY };

beforeEach(() => Object.assign(stdin, { isTTY: true }) && Object.assign(stderr, { isTTY: true }));
afterEach(() => {
  Object.assign(stdin, { isTTY: before.stdin });
  Object.assign(stderr, { isTTY: before.stderr });
  vi.restoreAllMocks();
});

describe("the person at the terminal", () => {
  it.each([stdin, stderr])("is nobody where a stream is no terminal", (stream) => {
    stream.isTTY = false;
    expect(personAtTerminal()).toBeUndefined();
  });

  it("is shown the text and asked on standard error, with no as what is chosen at first", async () => {
    const write = vi.spyOn(stderr, "write").mockReturnValue(true);
    expect(await personAtTerminal()?.confirm("so much", "Go on?")).toBe(true);
    expect(write).toHaveBeenCalledWith("\nso much\n");
    expect(confirm).toHaveBeenCalledWith({
      message: "Go on?",
      initialValue: false,
      output: stderr,
    });
  });

  it.each([false, Symbol("cancelled")])("has said no where the answer is %s", async (answer) => {
    vi.spyOn(stderr, "write").mockReturnValue(true);
    confirm.mockResolvedValueOnce(answer);
    expect(await personAtTerminal()?.confirm("so much", "Go on?")).toBe(false);
  });
});
