import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { type ClassManifest, classManifest } from "./class-manifest.ts";

/** Students have hashes for names, longer than the 100 bytes of a name in the oldest archives. */
const [ann, bea] = ["a".repeat(128), "b".repeat(128)];

/** A made-up class in the true form: files by their paths in the repository. */
export const classFiles: ReadonlyMap<string, string> = new Map([
  ["LICENSE", "Do as you like.\n"],
  ["median/tests/whitebox/1.in", "1 2 3\n"],
  [`median/${bea}/000/median.c`, "int main(void) { return 0; }\n"],
  [`median/${bea}/000/metadata.json`, metadata('"pass": ["10", "2"], "fail": ["1"]', "false")],
  [`median/${bea}/000/gp-bb-01.log`, "a long log\n"],
  [`digits/${ann}/010/metadata.json`, metadata('"pass": [], "fail": ["2", "1"]', "false")],
  [`digits/${ann}/010/digits.c`, '/* "naïve" */\r\n'],
  [`digits/${ann}/002/digits.c`, "\tmain() {}"],
  [`digits/${ann}/002/metadata.json`, metadata('"pass": [], "fail": ["1", "2"]', "true")],
]);

function metadata(whitebox: string, nondeterministic: string): string {
  const rest = '"blackbox": {"pass": ["1"], "fail": []}, "revision": "f00"';
  return `{"output": {"blackbox": {}}, "whitebox": {${whitebox}}, "nondeterministic": ${nondeterministic}, ${rest}}`;
}

/** The table of {@link classFiles}; its blob ids are those of `git hash-object`. */
export const classTable: string = `\
{"assignment": "digits", "student": "${ann}", "attempt": "002", "path": "digits/${ann}/002/digits.c", "blob": "58c67a02f2045eba3adbc4b46adf7f2bf6035bc0", "encoding": "utf-8", "blackbox_pass": ["1"], "blackbox_fail": [], "whitebox_pass": [], "whitebox_fail": ["1", "2"], "nondeterministic": true, "revision": "f00", "code": "\\tmain() {}"}
{"assignment": "digits", "student": "${ann}", "attempt": "010", "path": "digits/${ann}/010/digits.c", "blob": "b12fd2f1a84b9ba17b0a3c1c3ae34a3eb1ee081b", "encoding": "utf-8", "blackbox_pass": ["1"], "blackbox_fail": [], "whitebox_pass": [], "whitebox_fail": ["1", "2"], "nondeterministic": false, "revision": "f00", "code": "/* \\"naïve\\" */\\r\\n"}
{"assignment": "median", "student": "${bea}", "attempt": "000", "path": "median/${bea}/000/median.c", "blob": "78f2de106c92b0d60772bd5aa6c1e6da7bf71005", "encoding": "utf-8", "blackbox_pass": ["1"], "blackbox_fail": [], "whitebox_pass": ["2", "10"], "whitebox_fail": ["1"], "nondeterministic": false, "revision": "f00", "code": "int main(void) { return 0; }\\n"}
`;

/** The archive of a commit, whose first folder is named for it. */
export async function archiveOf(files: ReadonlyMap<string, string>): Promise<Buffer> {
  const entries = Array.from(files, ([name, text]) => {
    const body = Buffer.from(text);
    return { header: { name: `IntroClass-897fd9c/${name}`, size: body.length }, body };
  });
  return gzipSync(await packTar(entries));
}

/** A manifest of this table, made of an archive at this address. */
export function madeUpClass(archive: string, table: string = classTable): ClassManifest {
  const [made] = classManifest("introclass").tables;
  const tables = [{ ...made!, rows: 3, sha256: hash("sha256", table) }];
  return { ...classManifest("introclass"), archive, tables };
}
