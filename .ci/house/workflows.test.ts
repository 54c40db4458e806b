import { describe, expect, it } from "vitest";
import { faultsWith } from "./sound-repository.test.support.ts";

const PATH = ".github/workflows/release.yml";
const SHA = "fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09";
const faultsOf = (text: string): string[] => faultsWith({ [PATH]: text });

/** A workflow with one job, its permission and its command. */
const workflow = (permission: string, run: string): string =>
  `on:\n  push:\npermissions: {}\njobs:\n  publish:\n    permissions:\n      ${permission}\n    steps:\n      - run: ${run}\n`;

describe("an action of a workflow", () => {
  it("is a fault if it is named by a tag, or by a commit without its version", () => {
    const steps = `jobs:\n  a:\n    steps:\n      - uses: actions/checkout@v5\n      - id: b\n        uses: a/b/c@${SHA}\n`;
    expect(faultsOf(steps)).toEqual([
      `${PATH}:4 uses actions/checkout@v5: name its commit, and the version in a comment.`,
      `${PATH}:6 uses a/b/c@${SHA}: name its commit, and the version in a comment.`,
    ]);
  });

  it("is none if it is named by its commit and version", () => {
    expect(faultsOf(`jobs:\n  a:\n    steps:\n      - uses: a/b@${SHA} # v5.1.0\n`)).toEqual([]);
  });
});

describe("a job that may publish", () => {
  it("is a fault if it builds, even by the permission of the whole workflow", () => {
    const fault = `${PATH}: the job publish may publish (id-token) and builds: build in another, and hand over what was packed.`;
    expect(faultsOf(workflow("id-token: write", "pnpm release"))).toEqual([fault]);
    const handedOn = workflow("id-token: write", "").replace(
      "run: ",
      "with: { publish: npx pnpm@12 release }",
    );
    expect(faultsOf(handedOn)).toEqual([fault]);
    const inherited = workflow("contents: read", "pnpm build").replace("{}", "\n  id-token: write");
    expect(faultsOf(inherited)).toEqual([fault]);
  });

  it("is none if it only publishes, or if what builds has no such right", () => {
    expect(faultsOf(workflow("id-token: write", "pnpm install"))).toEqual([]);
    expect(faultsOf(workflow("contents: read", "pnpm build"))).toEqual([]);
  });
});
