import { hash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { templates } from "@promptnce/prompts";
import { definePack, type Pack, reword } from "@promptnce/prompts/packs";
import { importInstalled } from "@promptnce/providers/vendors";
import { OptionError } from "@promptnce/core/errors";
import { DataError } from "../errors.ts";
import { readWholeText } from "../formats/read-text.ts";

/**
 * The packs with these names. A name is an installed package whose default export is a pack, the
 * folder of such a package (it has a package.json), or a folder of texts. Loading a package runs
 * its code with all rights of the process; a folder of texts has no code.
 *
 * @param folder where packages are looked up; the working directory by default
 * @param onCode called with the name of each package before its code runs
 * @throws OptionError for a name that is none of these; DataError for a text that cannot be used
 * @example
 * import { mkdirSync, writeFileSync } from "node:fs";
 * mkdirSync("ours/words", { recursive: true });
 * writeFileSync("ours/words/marginal.txt", "How often is {target} said, from 0 to 1?");
 * const [pack] = await loadPacks(["ours"]);
 * pack.templates.map(({ id }) => id); // → ["words/marginal"]
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
      // A package can import itself by its own name.
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
          `the default export of ${name} is not a pack made by definePack: ${(error as Error).message}`,
        );
      }
    }),
  );
}

/**
 * The pack of a folder of texts, without code: each text, such as `words/open.txt`, replaces that
 * of the template with its name. The version is a hash of the texts.
 */
function folderPack(folder: string, name: string): Pack {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(txt|md)$/.test(file),
  );
  if (files.length === 0) {
    throw new OptionError(
      "packs",
      `${name} is not a package and holds no text such as words/open.txt: name a package, or a folder of texts`,
    );
  }
  const read = files.toSorted().map((file) => {
    const text = readWholeText(join(folder, file), "the text of a template")
      .replaceAll("\r\n", "\n")
      .trimEnd();
    return { file: join(name, file), id: file.replace(/\.\w+$/, "").replaceAll(sep, "/"), text };
  });
  const reworded = read.map(({ file, id, text }) => {
    const template = templates.find((one) => one.id === id);
    if (template === undefined) {
      throw new DataError(
        `${file}: there is no template ${id}: name the file after a template, such as words/open.txt.`,
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
  return definePack({ name: basename(folder), version, templates: reworded });
}
