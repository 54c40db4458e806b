import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { statusWriter } from "@promptnce/engine/journal";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { serveView } from "./serve-view.ts";
import { COUNTS, get, journalOf, linkTo, PAGE, served } from "./opened-view.test.support.ts";

describe("the server of view", () => {
  it("refuses every request that has neither the token nor its cookie", async () => {
    const view = await served(newFolder());
    expect((await get(view)).status).toBe(200);
    const [name, token] = view.cookie.split("=");
    const strangers = ["", name!, `${name}=`, `${name}=${"0".repeat(32)}`, `other=${token}`];
    for (const cookie of [...strangers, view.cookie.slice(0, -1)]) {
      for (const path of ["/", "/favicon.ico", "/runs/0", "/?token=", `/?token=${name}`]) {
        const { status, text } = await get({ ...view, cookie }, path);
        expect([status, text], `${cookie} ${path}`).toEqual([
          403,
          "Open the whole address that promptnce view prints, with its token, in a browser that keeps cookies.\n",
        ]);
      }
      expect(await get({ ...view, cookie }, `/runs/0?token=${view.token}`)).toMatchObject({
        status: 403,
      });
    }
  });

  it("moves the token to a cookie that scripts and other sites cannot use, and shows it in no page", async () => {
    const folder = newFolder();
    journalOf(join(folder, "replies.jsonl"), ["a"]);
    const view = await served(folder);
    const opened = await fetch(`${view.url}?token=${view.token}`);
    expect(opened.headers.getSetCookie()).toEqual([
      `${view.cookie}; Path=/; HttpOnly; SameSite=Strict`,
    ]);
    expect(view.cookie).toMatch(new RegExp(`^promptnce-view-\\w+=${view.token}$`));
    const list = (await get(view)).text;
    const pages = [await opened.text(), list, (await get(view, linkTo(list))).text];
    for (const page of pages) {
      expect(page).not.toContain(view.token);
    }
  });

  it.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil:1"])(
    "refuses requests that reach it by the name of a site, such as %j",
    async (host) => {
      const folder = newFolder();
      journalOf(join(folder, "secret.jsonl"), ["a"]);
      const view = await served(folder);
      for (const path of ["/", `/?token=${view.token}`, linkTo((await get(view)).text)]) {
        const { status, text } = await get(view, path, { host });
        expect([status, text.includes("secret")], path).toEqual([403, false]);
      }
      const port = new URL(view.url).port;
      for (const own of [`127.0.0.1:${port}`, "localhost:9", "LOCALHOST", "[::1]:80"]) {
        expect(await get(view, "/", { host: own }), own).toMatchObject({ status: 200 });
      }
    },
  );

  it("listens only on this machine's own address, until it is closed", async () => {
    const server = await serveView(newFolder(), 0);
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
    await server[Symbol.asyncDispose]();
    await expect(get({ url: server.url, cookie: "" })).rejects.toThrow("ECONNREFUSED");
  });

  it("leaves Request and Response as they are in its process", async () => {
    const before = [Request, Response];
    await served(newFolder());
    expect([Request, Response]).toEqual(before);
    expect(await new Response("1").bytes()).toEqual(new Uint8Array([49]));
  });

  it("serves no path, however it is written, and follows no link out of the folder", async () => {
    const folder = newFolder();
    const outside = join(newFolder(), "report.html");
    writeFileSync(outside, PAGE);
    mkdirSync(join(folder, "out"));
    symlinkSync(outside, join(folder, "out", "report.html"));
    symlinkSync(dirname(outside), join(folder, "linked"));
    journalOf(join(folder, "out", "replies.jsonl"), ["a"]);
    statusWriter(join(folder, "out", "replies.jsonl"))({ ...COUNTS, page: outside });
    const view = await served(folder);
    const list = await get(view);
    expect(list.text).not.toContain("linked");
    expect((await get(view, linkTo(list.text))).text).not.toContain("The report");
    const ways = [
      "..",
      "%2e%2e",
      "..%2f..",
      "runs/..%2f..%2fetc%2fpasswd",
      "pages/../../../etc/passwd",
      "runs/../../etc",
    ];
    for (const way of [...ways, `//etc/passwd`, `/runs//etc/passwd`]) {
      const { status, text } = await get(view, way);
      // What leads up ends at the list.
      expect(status === 404 || text === list.text, way).toBe(true);
    }
  });
});

it("isolates the scripts of pages, and runs none of a file that is not one of ours", async () => {
  const folder = newFolder();
  const [policy, script] = ["default-src *; script-src *; connect-src *", "fetch('/')"];
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  writeFileSync(join(folder, "a.html"), `${head}${PAGE}<script>${script}</script>`);
  const view = await served(folder);
  const got = await get(view, linkTo((await get(view)).text));
  expect(got.policy).toContain("script-src 'none'");
  expect(got.policy).toContain("sandbox");
  expect(got.policy).not.toContain("*");
});
