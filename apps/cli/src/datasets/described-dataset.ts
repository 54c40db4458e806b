import type { Edition, Manifest } from "@promptnce/datasets";

/** Source, licence, citation and the files of a dataset with their checksums, for people. */
export function describedDataset({
  name,
  title,
  homepage,
  licence,
  citation,
  note,
  obtain,
  editions,
}: Manifest): string {
  const lines = [
    `${name}: ${title}`,
    `Source:   ${homepage}`,
    `Licence:  ${licence}`,
    `Citation: ${citation}`,
    `Note:     ${note}`,
  ];
  if (obtain !== undefined) lines.push(`To get:   ${obtain}`);
  return [...lines, ...editions.flatMap(filesOf)].join("\n");
}

function filesOf({ name, about, files }: Edition): string[] {
  const listed = files.flatMap(({ file, url, sha256, gitBlob }) => [
    `  ${file}${url === undefined ? "" : `  ${url}`}`,
    sha256 === undefined ? `    git blob ${gitBlob ?? ""}` : `    SHA-256 ${sha256}`,
  ]);
  return ["", `Files (${name}): ${about}`, ...listed];
}
