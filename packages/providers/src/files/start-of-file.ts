import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The first so many bytes of a file as text; `undefined` where there is no such file, or it is none. */
export function startOfFile(path: string, bytes: number): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK); // a pipe would be waited for
    if (!fstatSync(fd).isFile()) return undefined;
    const start = Buffer.alloc(bytes);
    return start.toString("utf8", 0, readSync(fd, start));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
