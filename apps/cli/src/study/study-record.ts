import { studyKey, isOfOneRun } from "./study-keys.ts";
import { pathsTo } from "./study-paths.ts";

/** Values by the names of options as the keys and values of a study in `folder`, for a manifest. */
export function studyRecord(
  folder: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(pathsTo(folder, values)).map(
    ([property, value]) => [studyKey(property), value] as const,
  );
  return Object.fromEntries(entries.filter(([key]) => !isOfOneRun(key)));
}
