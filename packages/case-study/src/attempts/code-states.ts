import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Source } from "@promptnce/core";
import { ClassDataError } from "./errors.ts";
import { csvRecords } from "./csv-records.ts";
import { readText } from "./read-text.ts";

/** Looks the text of a code state up; blank where the state is empty. */
export interface CodeStates {
  /** Text of the state that the main table names at `place`. */
  code(id: string, place: string): Promise<string>;
  readonly sources: readonly Source[];
}

/**
 * The code states of a ProgSnap2 folder: a table `CodeStates/CodeStates.csv`, or a folder
 * `CodeStates/ID` each, whose files, where there are several, follow each other by name.
 *
 * @throws {ClassDataError} where there are none, or kept in Git.
 */
export async function codeStates(folder: string): Promise<CodeStates> {
  const within = join(folder, "CodeStates");
  const name = basename(folder);
  const held = await readdir(within).catch(() => undefined);
  if (held?.includes("CodeStates.csv")) {
    return tableStates(join(within, "CodeStates.csv"), `${name}/CodeStates/CodeStates.csv`);
  }
  if (held?.includes(".git")) {
    throw new ClassDataError(
      `${name} keeps its code states in Git, which is not read: export them as a table or as folders.`,
    );
  }
  if (held !== undefined) return folderStates(within, `${name}/CodeStates`);
  throw new ClassDataError(
    `${name} has a column CodeStateID but neither CodeStates/CodeStates.csv nor a folder CodeStates.`,
  );
}

async function tableStates(path: string, shown: string): Promise<CodeStates> {
  const file = await readText(path, shown);
  const records = csvRecords(file, ["CodeStateID", "Code"]);
  const states = new Map(records.map(({ fields }) => [fields.get("CodeStateID"), fields.get("Code") ?? ""]));
  return {
    sources: [file.source],
    code: async (id, place) => {
      const code = states.get(id);
      if (code !== undefined) return code;
      throw new ClassDataError(`${place}: the code state "${id}" is not in ${shown}.`);
    },
  };
}

function folderStates(folder: string, shown: string): CodeStates {
  return {
    sources: [],
    code: async (id, place) => {
      // An id is a name from a file that anybody may have written: it must stay in the folder.
      if (id.includes("/") || id.includes("\\") || id.startsWith(".")) {
        throw new ClassDataError(`${place}: "${id}" is no name of a folder in ${shown}.`);
      }
      const own = join(folder, id);
      const entries = await readdir(own, { withFileTypes: true }).catch(() => {
        throw new ClassDataError(`${place}: there is no folder ${shown}/${id}.`);
      });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      const texts = await Promise.all(
        files.toSorted().map((file) => readText(join(own, file), `${shown}/${id}/${file}`)),
      );
      return texts.map(({ text }) => text).join("\n");
    },
  };
}
