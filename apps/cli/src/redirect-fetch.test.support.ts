/** Preloaded into the command: what it fetches comes from a local server instead. */
const host = process.env["PROMPTNCE_TEST_HOST"] ?? "";
const realFetch = globalThis.fetch;
globalThis.fetch = async (resource, init) => {
  const { pathname } = new URL(new Request(resource).url);
  return realFetch(`${host}/${pathname.split("/").at(-1)}`, init);
};
