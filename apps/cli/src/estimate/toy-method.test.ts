import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { addMethodFamily, method, type MethodFamily } from "@promptnce/core/methods";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** A method of one's own, as a program would write it: half of PromptNCE's PMI. */
const halved: MethodFamily = {
  name: "halved",
  usage: "halved",
  make: (id, context) => {
    const whole = method("promptnce:ungrounded", context);
    return {
      ...whole,
      id,
      title: "Halved",
      estimator: (trial, ask, group) => {
        const { pmi, ...rest } = whole.estimator(trial, ask, group);
        return { ...rest, ...(pmi !== undefined && { pmi: pmi / 2 }) };
      },
    };
  },
};

beforeAll(() => addMethodFamily(halved));

describe("a method that a program adds", () => {
  it("is estimated, summarised and shown on the page without any code for it", async () => {
    const folder = newFolder();
    const file = join(folder, "pairs.csv");
    writeFileSync(file, "cue,response\ncat,dog\nsun,moon\ntree,green\nsea,water\nnight,dark\n");
    const out = join(folder, "out.csv");
    const page = join(folder, "page.html");
    const asked = ["estimate", file, "--task", "words", "--y", "response", "--out", out];
    const methods = ["--methods", "halved,promptnce:ungrounded", "--profile", "truthful"];
    const { status, stderr } = await promptnce([...asked, ...methods, "--report", page]);
    expect(stderr).toMatch(/^Halved {2,}\S/m);
    expect(status).toBe(0);
    const { data } = Papa.parse<Record<string, string>>(readFileSync(out, "utf8"), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.length).toBe(10);
    const pmisOf = (id: string) => data.filter((row) => row["method"] === id).map(pmiOf);
    expect(pmisOf("halved")).toEqual(pmisOf("promptnce:ungrounded").map((pmi) => pmi / 2));
    const html = readFileSync(page, "utf8");
    const packed = /id="pairs-data">([^<]+)</.exec(html)?.[1] ?? "";
    const { pairs } = JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString()) as {
      readonly pairs: readonly { readonly estimates: readonly { readonly method: string }[] }[];
    };
    expect(pairs.map(({ estimates }) => estimates.map((one) => one.method))).toEqual(
      Array.from({ length: 5 }, () => ["Halved", "PromptNCE (ungrounded)"]),
    );
  });

  it("is listed in the error about an unknown method", async () => {
    const asked = ["estimate", "-", "--task", "words", "--y", "response", "--methods", "best"];
    const { status, stderr } = await promptnce(asked, {
      stdin: "cue,response\ncat,dog\nsun,moon\n",
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/there is no method "best": name one of .*, halved/);
  });
});

const pmiOf = (row: Record<string, string>): number => Number(row["pmi"]);
