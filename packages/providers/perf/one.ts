/** One measurement in a process of its own, so that its peak memory is its own. */
import { floor } from "./floor.ts";
import { runtime } from "./runtime.ts";
import { sdk } from "./sdk.ts";

const [what = "", url = "", path = "", count = "", concurrency = ""] = process.argv.slice(2);
const began = performance.now();
const given = [Number(count), Number(concurrency)] as const;
const read = await (what === "runtime" ? runtime(url, path, ...given) : (what === "sdk" ? sdk : floor)(url, ...given));
const seconds = (performance.now() - began) / 1000;
console.log(JSON.stringify({ seconds, read, megabytes: process.resourceUsage().maxRSS / 1024 }));
