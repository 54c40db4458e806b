import { z } from "zod";
import { gitBlob } from "../files/checksum.ts";
import { utf8 } from "../files/data-file.ts";
import { DatasetError } from "../files/errors.ts";
import { readJson } from "../files/read-json.ts";
import type { ArchivedClass, ArchiveFiles } from "./archived-class.ts";

const tests = z.object({ pass: z.array(z.string()), fail: z.array(z.string()) });

/** What is read of `metadata.json`; the outputs of the program in it are left. */
const metadata = z.object({
  blackbox: tests,
  whitebox: tests,
  nondeterministic: z.boolean().default(false),
  revision: z.string(),
});

/** `<task>/<student>/<attempt>/`, where the program has the name of the task. */
const attemptAt = /^(\w+)\/(\w+)\/(\d+)\/(?:\1\.c|metadata\.json)$/;

/**
 * IntroClass: a line for each attempt with its task, student and number, the tests that it passes
 * and fails, and its code, in the order of their paths.
 */
export const introclass: ArchivedClass = {
  isRead: (path) => attemptAt.test(path),
  attempts: (files) => {
    const paths = [...files.keys()].filter((path) => path.endsWith(".c")).sort();
    return paths.map((path) => attemptOf(path, files));
  },
};

/** @throws DatasetError if the attempt has no metadata, or not of the form */
function attemptOf(path: string, files: ArchiveFiles): Record<string, unknown> {
  const [, assignment = "", student = "", attempt = ""] = attemptAt.exec(path) ?? [];
  const beside = `${assignment}/${student}/${attempt}/metadata.json`;
  const [bytes, about] = [files.get(path), files.get(beside)];
  if (bytes === undefined || about === undefined) {
    throw new DatasetError(`${path} has no metadata.json beside it.`);
  }
  const { blackbox, whitebox, nondeterministic, revision } = readJson(
    { file: beside, bytes: about },
    metadata,
  );
  return {
    assignment,
    student,
    attempt,
    path,
    blob: gitBlob(bytes),
    encoding: "utf-8",
    blackbox_pass: byNumber(blackbox.pass),
    blackbox_fail: byNumber(blackbox.fail),
    whitebox_pass: byNumber(whitebox.pass),
    whitebox_fail: byNumber(whitebox.fail),
    nondeterministic,
    revision,
    code: utf8({ file: path, bytes }),
  };
}

function byNumber(names: readonly string[]): string[] {
  return names.toSorted((a, b) => Number(a) - Number(b));
}
