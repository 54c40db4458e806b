import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { isDatabase } from "@promptnce/engine/address";
import { type ModelSetting, modelSettings, settingNames } from "@promptnce/providers/vendors";
import { isTaskFile } from "@promptnce/rows/tasks";

/** The options that name a file; `pack`, `model` and `task` may name something else. */
const files: readonly string[] = [
  "rows",
  "labels",
  "counts",
  "store",
  "out",
  "report",
  ...settingNames.filter((name) => isPath(modelSettings[name])),
];

function isPath({ value }: ModelSetting): boolean {
  return "format" in value && value.format === "path";
}

/**
 * The values of a study with its relative paths, which are relative to the study's folder, as paths
 * from the working directory.
 */
export function pathsFrom(
  folder: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return withPaths(values, (path, isSure) => {
    const joined = join(folder, path);
    return isAbsolute(path) || !(isSure || existsSync(joined)) ? path : joined;
  });
}

/**
 * The same values for a study in `folder`: paths from the working directory made relative to it.
 */
export function pathsTo(
  folder: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return withPaths(values, (path, isSure) =>
    isAbsolute(path) || !(isSure || existsSync(path))
      ? path
      : relative(resolve(folder), resolve(path)),
  );
}

/** `isSure` is false for a name that may also be something else, such as a package. */
type Move = (path: string, isSure: boolean) => string;

function withPaths(values: Readonly<Record<string, unknown>>, move: Move): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([property, value]) => [
      property,
      moved(property, value, values["provider"], move),
    ]),
  );
}

function moved(property: string, value: unknown, provider: unknown, move: Move): unknown {
  if (typeof value === "string") {
    if (property === "task")
      return /\.ya?ml$/i.test(value) ? move(value, isTaskFile(value)) : value;
    const isFile = files.includes(property) && value !== "-" && !isDatabase(value);
    return isFile ? move(value, true) : value;
  }
  if (!Array.isArray(value)) return value;
  const names = value as readonly string[];
  if (property === "pack") return names.map((name) => move(name, name.startsWith(".")));
  if (property === "model") return names.map((name) => movedModel(name, provider, move));
  return value;
}

/** A model file, as `llama:FILE.gguf`; one of a hub is the same anywhere. */
function movedModel(name: string, provider: unknown, move: Move): string {
  if (/^(?:llama:)?hf:/.test(name)) return name;
  if (name.startsWith("llama:")) return `llama:${move(name.slice("llama:".length), true)}`;
  return provider === "llama" ? move(name, true) : name;
}
