import { parseSync, Visitor } from "oxc-parser";
import { isTest, type RepositoryFile } from "./repository-file.ts";

/** The tests that may wait for a time, and why. */
const MAY_WAIT: Readonly<Record<string, string>> = {
  "packages/engine/src/attempt/attempts.property.test.ts":
    "lets timers of no time fire before the next step",
  "packages/engine/src/batch/batch-executor.kill.test.ts": "kills a process at moments that differ",
  "packages/engine/src/testing/submit-batches.test.support.ts":
    "is a program whose pauses between two looks are short",
  "packages/testing/src/postgres.test.support.ts": "looks again whether a server listens",
};

const OWN_LIMIT =
  "a time limit of its own: leave it out, since all tests have the one of packages/testing/src/time-limit.test.support.ts";
const WAIT =
  "a fixed wait: wait for what is to happen, poll it with `expect.poll`, or freeze the clock with `vi.useFakeTimers`";

/** Where a test depends on the speed of the machine: by a fixed wait, or a time limit of its own. */
export function waitFaults(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ path }) => isTest(path) && !(path in MAY_WAIT))
    .flatMap(({ path, text }) => {
      const faults = faultsIn(path, text).filter(
        ({ what }) => what !== WAIT || !text.includes("vi.useFakeTimers("),
      );
      return faults.map(({ at, what }) => {
        return `${path}:${text.slice(0, at).split("\n").length} has ${what}.`;
      });
    });
}

function faultsIn(path: string, text: string): { at: number; what: string }[] {
  const faults: { at: number; what: string }[] = [];
  new Visitor({
    ImportSpecifier({ start, imported }) {
      if ("name" in imported && imported.name === "setTimeout")
        faults.push({ at: start, what: WAIT });
    },
    CallExpression({ start, callee, arguments: given }) {
      const name = text.slice(callee.start, callee.end);
      const hasNumber = given.some(({ type, start: at, end }) => {
        return type === "Literal" && /^[\d._]+$/.test(text.slice(at, end));
      });
      if (/\bsleep$/.test(name) || (/\b(setTimeout|delay)$/.test(name) && hasNumber))
        faults.push({ at: start, what: WAIT });
      if (!HAS_LIMIT.test(name)) return;
      const isLimited = given.some(
        (one) =>
          one.type === "ObjectExpression" &&
          one.properties.some(
            (each) =>
              "key" in each &&
              nameOf(each.key) === "timeout" &&
              text.slice(each.value.start, each.value.end) !== "TIME_LIMIT_MS",
          ),
      );
      const last = given.length > 1 ? given.at(-1) : undefined;
      if (isLimited || (last?.type === "Literal" && typeof last.value === "number"))
        faults.push({ at: start, what: OWN_LIMIT });
    },
  }).visit(parseSync(path, text).program);
  return faults;
}

/** What vitest gives a time limit: tests, hooks and polls. */
const HAS_LIMIT =
  /^((it|test|describe)\b(?!\w)|(before|after)(All|Each)$|expect\s*\.poll$|vi\.waitFor$|vi\.waitUntil$)/;

function nameOf(key: object): unknown {
  return "name" in key ? key.name : "value" in key && key.value;
}
