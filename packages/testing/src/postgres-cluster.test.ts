import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { FOLDER_OF_RUN } from "./folder-of-run.test.support.ts";
import { emptyCluster } from "./postgres-cluster.test.support.ts";
import { hasPostgres } from "./postgres.test.support.ts";

const isSuperuser = process.getuid?.() === 0;

it.skipIf(!hasPostgres || !isSuperuser)(
  "a cluster is none, and the reason is told, where the server's user may not enter the folder",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "promptnce-closed-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o700);
    vi.stubEnv(FOLDER_OF_RUN, folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    const sentence =
      /^No PostgreSQL can be started, and its tests are skipped: .*Permission denied/s;
    expect(emptyCluster()).toBeUndefined();
    expect(warned).toHaveBeenLastCalledWith(expect.stringMatching(sentence));
    // Whoever comes after the first, maybe in another process, is told the same.
    expect(emptyCluster()).toBeUndefined();
    expect(warned).toHaveBeenLastCalledWith(expect.stringMatching(sentence));
  },
);
