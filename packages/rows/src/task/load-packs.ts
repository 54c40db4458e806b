import { hash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { templates } from "@promptnce/prompts";
import { definePack, type Pack, reword } from "@promptnce/prompts/packs";
import { importInstalled } from "@promptnce/providers/vendors";
import { OptionError } from "@promptnce/core/errors";
import { DataError } from "../errors.ts";
import { readWholeText } from "../input/read-text.ts";

/**
 * The packs that are named: packages that are installed where the program runs, each with its pack as its default
 * export, the folder of such a package, which has a package.json, and folders of texts. The code of a package runs as it
 * is loaded, with all that the process may do and read; a folder of texts has none.
 *
 * @param folder where packages are looked for
 * @param onCode is called with the name of each package before its code runs
 * @throws OptionError for a name that is neither, DataError for a text that cannot be used
 */
export function loadPacks(
  names: readonly string[] = [],
  folder: string = process.cwd(),
  onCode: (name: string) => void = () => {},
): Promise<Pack[]> {
  return Promise.all(
    names.map(async (name) => {
      const path = resolve(folder, name);
      const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
      const about = join(path, "package.json");
      if (isFolder && !existsSync(about)) return folderPack(path, name);
      // A package knows itself by its own name.
      const itself =
        isFolder &&
        (JSON.parse(readWholeText(about, "a package")) as { readonly name: string }).name;
      const { default: pack } = await importInstalled(
        itself || name,
        "packs",
        isFolder ? path : folder,
        () => onCode(name),
      );
      try {
        return definePack(pack as Pack);
      } catch (error) {
        throw new OptionError(
          "packs",
          `the default export of ${name} is no pack of definePack: ${(error as Error).message}`,
        );
      }
    }),
  );
}

/**
 * A pack without code: each text in the folder, `words/open.txt`, takes the place of that of the template. It has no
 * version but what its texts are.
 */
function folderPack(folder: string, name: string): Pack {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(txt|md)$/.test(file),
  );
  if (files.length === 0) {
    throw new OptionError(
      "packs",
      `${name} holds no text, as words/open.txt, and is no package: name one that is`,
    );
  }
  const read = files.toSorted().map((file) => {
    const text = readWholeText(join(folder, file), "the text of a template")
      .replaceAll("\r\n", "\n")
      .trimEnd();
    return { file: join(name, file), id: file.replace(/\.\w+$/, "").replaceAll(sep, "/"), text };
  });
  const own = read.map(({ file, id, text }) => {
    const template = templates.find((one) => one.id === id);
    if (template === undefined) {
      throw new DataError(
        `${file}: there is no template ${id}: name the file after one of \`promptnce prompts list\`.`,
      );
    }
    try {
      return reword(template, text);
    } catch (error) {
      throw new DataError(`${file}: ${(error as Error).message}`);
    }
  });
  const version = hash("sha256", JSON.stringify(read.map(({ id, text }) => [id, text]))).slice(
    0,
    12,
  );
  return definePack({ name: basename(folder), version, templates: own });
}
