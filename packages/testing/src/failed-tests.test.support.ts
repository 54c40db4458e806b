import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";

/** How many are named, so that they stand in the last 15 lines of a run. */
const MOST = 10;

/**
 * A reporter to stand behind others: names the tests that failed, with the first line of their
 * error, at the end of the output, of which a log may keep no more than the last lines.
 */
export const failedTests: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const others = unhandled.map((error) => `An error that no test awaited: ${firstLine([error])}`);
    const failures = [...failuresOf(modules), ...others];
    if (failures.length === 0) return;
    const more = failures.length - MOST;
    const lines = ["Failed:", ...failures.slice(0, MOST)];
    console.log([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
  },
};

/** A line for each test that failed, and for each hook and file that did. */
function failuresOf(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => {
    const file = module.relativeModuleId;
    const named = ({ fullName }: TestCase | TestSuite): string => `${file} › ${fullName}`;
    const suites = [...module.children.allSuites()];
    const tests = [...module.children.allTests("failed")];
    return [
      ...failureOf(file, module.errors()),
      ...suites.flatMap((suite) => failureOf(named(suite), suite.errors())),
      ...tests.map((test) => `${named(test)}: ${firstLine(test.result().errors ?? [])}`),
    ];
  });
}

function failureOf(name: string, errors: readonly SerializedError[]): string[] {
  return errors.length === 0 ? [] : [`${name}: ${firstLine(errors)}`];
}

function firstLine([error]: readonly SerializedError[]): string {
  return error?.message.split("\n", 1)[0] ?? "no error was told";
}
