import { expect, it } from "vitest";
import { statusErrorOf, unusableResponse } from "./vendor-response.ts";

it.each([
  ["its message", '{"error": {"message": "Slow down."}}', "Slow down."],
  ["the words of another kind of server", '{"detail": "No such model"}', "No such model"],
  ["the whole body where none is stated", "<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>"],
  ["that there is no reason, without a body", "", "no reason given"],
])("the error of an unsuccessful response has %s", async (_, body, said) => {
  const headers = { "retry-after": "7" };
  const error = await statusErrorOf(new Response(body, { status: 429, headers }));
  expect([error.message, error.status, error.headers.get("retry-after")]).toEqual([said, 429, "7"]);
});

it("the error of a response whose body is cut has its status", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) });
  const error = await statusErrorOf(new Response(body, { status: 502 }), "/tokenize says: ");
  expect([error.message, error.status]).toEqual(["/tokenize says: no reason given", 502]);
});

it.each([
  [{ code: 429 }, "rate-limit"],
  [{ error: { code: "503" } }, "server"],
  [{ code: 402, msg: "no" }, "quota"],
  [{ error: { message: "no", code: 400 } }, "response"],
  [{ error: "rate limited" }, "rate-limit"],
  [{ object: "list" }, "response"],
])("a response with status 200 that is no reply is handled by what it states: %j", (body, kind) => {
  const error = unusableResponse(body, "A vendor", "in an unknown shape");
  expect(error).toMatchObject({ kind, retryable: kind !== "quota" });
  expect(error.message).toContain("A vendor answered ");
});
