import { expect, it } from "vitest";
import { toldDownload } from "./told-download.ts";

it("says a download at its start and at each tenth, once", () => {
  const said: string[] = [];
  const onDownload = toldDownload((line) => said.push(line), "hf:a/b:Q4_K_M");
  for (const downloaded of [0, 1e8, 1.1e8, 1.15e8, 3e8, 1.1e9, 1.1e9]) {
    onDownload({ downloaded, size: 1.1e9 });
  }
  expect(said).toEqual(
    [0, 10, 20, 100].map((share) => `Downloading hf:a/b:Q4_K_M: ${share} % of 1,100 MB`),
  );
});
