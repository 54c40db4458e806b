/** One measurement in a process of its own, so that its peak memory is its own. */
import { floor } from "./floor.ts";
import { runtime } from "./runtime.ts";
import { sdk } from "./sdk.ts";

const [what = "", url = "", path = "", count = "", concurrency = ""] = process.argv.slice(2);
const began = performance.now();
const work =
  what === "floor"
    ? floor(url, Number(count), Number(concurrency)).then(() => Number(count))
    : what === "sdk"
      ? sdk(url, Number(count), Number(concurrency))
      : runtime(url, path, Number(count), Number(concurrency));
const read = await work;
const seconds = (performance.now() - began) / 1000;
console.log(JSON.stringify({ seconds, read, megabytes: process.resourceUsage().maxRSS / 1024 }));
