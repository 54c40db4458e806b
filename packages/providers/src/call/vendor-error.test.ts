import { createServer } from "node:http";
import { type AddressInfo, createServer as socketServer, type Server } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { vendorError } from "./vendor-error.ts";

const vendor = { title: "A vendor", keyVariable: "A_KEY", key: "k" };

/** The port of a server that is gone with the test. */
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** What becomes of the error of a request to that address. */
async function met(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const error: unknown = await fetch(url, { method: "POST", headers }).catch(
    (thrown: unknown) => thrown,
  );
  return vendorError(error, vendor);
}

/** What becomes of an error of `fetch` with such a cause. */
function ofFetch(more: object): unknown {
  const cause = Object.assign(new Error("x"), more);
  return vendorError(new TypeError("fetch failed", { cause }), vendor);
}

describe("a request that never left", () => {
  it("costs nothing where nobody listens, or the port is none for requests", async () => {
    const gone = socketServer();
    const port = await portOf(gone);
    await new Promise((closed) => gone.close(closed));
    for (const url of [`http://127.0.0.1:${port}`, "http://127.0.0.1:6666"]) {
      expect(await met(url)).toMatchObject({ kind: "connection", mayBeBilled: false });
    }
  });

  it("costs nothing where the server speaks no TLS, or hangs up in the middle of it", async () => {
    const plain = await portOf(createServer((_, response) => response.end("{}")));
    const cutting = await portOf(socketServer((socket) => socket.destroy()));
    for (const port of [plain, cutting]) {
      const error = await met(`https://127.0.0.1:${port}`);
      expect(error).toMatchObject({ kind: "connection", mayBeBilled: false });
      const said = port === plain ? "does not speak TLS (" : "could not be reached (";
      expect((error as Error).message).toContain(`A vendor ${said}`);
    }
  });

  it.each([
    ["a connection that is not made in time", { code: "UND_ERR_CONNECT_TIMEOUT" }],
    ["an address that does not answer", { code: "ETIMEDOUT", syscall: "connect" }],
  ])("costs nothing for %s", (_, more) => {
    expect(ofFetch(more)).toMatchObject({ kind: "connection", mayBeBilled: false });
  });

  it("is told what speaks another protocol, as a server that wants https does", async () => {
    const port = await portOf(
      socketServer((socket) => {
        socket.on("error", () => {});
        socket.on("data", () => socket.end("\u0015\u0003\u0001"));
      }),
    );
    for (const error of [
      await met(`http://127.0.0.1:${port}`),
      ofFetch({ code: "HPE_INVALID_CONSTANT" }),
    ]) {
      expect((error as Error).message).toMatch(
        /^A vendor answered with something that is not HTTP \(.+\): check whether its base URL should begin with https:\/\//,
      );
    }
  });

  it.each([
    ["CERT_HAS_EXPIRED", "has a certificate that has expired"],
    ["CERT_NOT_YET_VALID", "has a certificate that is not valid yet"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "has a certificate for another name"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "has a certificate that no authority known to this machine"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "has a certificate that no authority known to this machine"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "has a certificate that no authority known to this"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "has a certificate that no authority known to this"],
    ["CERT_REVOKED", "has a certificate that cannot be accepted"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak TLS"],
    ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "could not agree on TLS"],
  ])("is named where TLS ended with %s, and not tried again", (code, meaning) => {
    const error = ofFetch({ code });
    expect(error).toMatchObject({ kind: "connection", retryable: false, mayBeBilled: false });
    expect((error as Error).message).toMatch(
      new RegExp(`^A vendor ${meaning}[^:]* \\(${code}\\), so nothing was sent: [^\n]+\\.$`),
    );
  });

  it("is told by all addresses of a name", () => {
    const tried = (...calls: readonly string[]): unknown => {
      const errors = calls.map((syscall) => Object.assign(new Error("x"), { syscall }));
      const cause = Object.assign(new AggregateError(errors), { code: "ETIMEDOUT" });
      return vendorError(new TypeError("fetch failed", { cause }), vendor);
    };
    expect(tried("connect", "connect")).toMatchObject({ mayBeBilled: false });
    expect(tried("connect", "read")).toMatchObject({ mayBeBilled: true });
  });
});

it("a request that was cut off may be billed", async () => {
  const port = await portOf(
    socketServer((socket) => void socket.once("data", () => socket.destroy())),
  );
  expect(await met(`http://127.0.0.1:${port}`)).toMatchObject({
    kind: "connection",
    mayBeBilled: true,
  });
});

it.each(["secret\nline", "secret→"])(
  "a key that cannot be sent is told in a sentence that does not show it: %j",
  async (key) => {
    const error = await met("http://127.0.0.1:1", { authorization: `Bearer ${key}` });
    expect(error).toMatchObject({ kind: "auth", retryable: false });
    expect((error as Error).message).toBe(
      "The key for A vendor holds a character that cannot be sent, as the end of a line does: check A_KEY or apiKey.",
    );
  },
);

describe("a path that the server does not know", () => {
  const advised = (address: string): string => {
    const error = Object.assign(new Error("404 Not Found"), {
      status: 404,
      headers: new Headers(),
      error: {},
    });
    return (vendorError(error, { ...vendor, address }) as Error).message;
  };

  it.each([
    ["http://h/v1/chat/completions", "/chat/completions", "http://h/v1"],
    ["http://h/x/v1/responses/", "/responses", "http://h/x/v1"],
    ["http://h/v1/messages", "/messages", "http://h/v1"],
    ["http://h:11434/api/chat", "/api/chat", "http://h:11434/v1"],
  ])("is told by what to take off the base URL %s", (address, end, base) => {
    expect(advised(address)).toContain(
      `(The base URL ends in ${end}, which does not belong there: take it off and give ${base}.)`,
    );
  });

  it("is told by a /v1 that is missing, and by nothing where there is one", () => {
    expect(advised("http://h/api")).toContain("try http://h/api/v1.)");
    expect(advised("http://h/v1")).not.toContain("(The");
  });
});

it.each([
  [403, "<!DOCTYPE html><html><head><title>Just a moment...</title></head>", "does not take this"],
  [413, "<html>\r\n<head><title>413 Request Entity Too Large</title></head>", "does not take this"],
  [502, "<html><body><h1>502 Bad Gateway</h1></body></html>", "is overloaded or failed"],
])("is told of a web page by its title: %i", (status, page, said) => {
  const told = { status, headers: new Headers(), error: undefined };
  const { message } = vendorError(Object.assign(new Error(`${status} ${page}`), told), {
    ...vendor,
    address: "http://h/v1",
  }) as Error;
  const [, title = ""] = /<(?:title|h1)>(.*?)</.exec(page) ?? [];
  expect(message).toBe(
    `A vendor ${said.startsWith("does") ? `${said} request` : said} (${status}): it sent a web page titled "${title}", as a proxy or firewall in front of it does: check the base URL and the network`,
  );
});

it.each([
  [529, "Overloaded", "false", { kind: "server", retryable: false }],
  [429, "Slow down.", "false", { kind: "rate-limit", retryable: false }],
  [400, "A replica fell behind.", "true", { kind: "request", retryable: true }],
  [401, "Wrong key.", "true", { kind: "auth", retryable: false }],
] as const)("is retried as the vendor's header says: %i, %s", (status, words, said, wanted) => {
  const headers = new Headers({ "x-should-retry": said });
  const told = { status, headers, error: undefined };
  expect(vendorError(Object.assign(new Error(words), told), vendor)).toMatchObject(wanted);
});

describe("a server that is not reached where the environment names a proxy", () => {
  it.each([
    [{}, "check the network and the base URL."],
    [{ https_proxy: "http://p" }, "with NODE_USE_ENV_PROXY=1 Node uses it"],
    [
      { HTTP_PROXY: "http://p", NODE_USE_ENV_PROXY: "1" },
      "through the proxy that HTTP_PROXY names",
    ],
    [{ HTTP_PROXY: "http://p", NODE_USE_ENV_PROXY: "0" }, "check the network and the base URL."],
  ])("says so: %j", (env, said) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"]) {
      vi.stubEnv(name, "");
    }
    for (const [name, value] of Object.entries(env)) {
      vi.stubEnv(name, value);
    }
    const { message } = ofFetch({ code: "ENOTFOUND" }) as Error;
    expect(message).toContain(said);
    expect(message.includes("proxy")).toBe(!said.startsWith("check"));
  });
});
