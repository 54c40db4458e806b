import { spawn } from "node:child_process";
import { once } from "node:events";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { main, promptnce } from "../promptnce.test.support.ts";
import { serveView } from "./serve-view.ts";

it("prints its address and ends at Ctrl-C", { tags: "full" }, async () => {
  const child = spawn(process.execPath, [main, "view", newFolder()]);
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  const [, address = ""] =
    /^(http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{32})\n/.exec(text.toString()) ?? [];
  expect((await fetch(address)).status).toBe(200);
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([0, null]);
});

it("says what to name if there is no such folder", async () => {
  const { status, stderr } = await promptnce(["view", "/none/such"]);
  expect([status, stderr.split("\n")[0]]).toEqual([
    2,
    "error: /none/such is not a folder: name the folder that a run writes to, or one above it",
  ]);
});

it("says what to do if the port is in use", async () => {
  await using server = await serveView(newFolder(), 0);
  const { port } = new URL(server.url);
  const { status, stderr } = await promptnce(["view", newFolder(), "--port", port]);
  expect([status, stderr.split("\n")[0]]).toEqual([
    2,
    `error: port ${port} is in use: give another, or 0 for any free one`,
  ]);
});
