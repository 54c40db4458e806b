import { printBlindRespondents } from "./blind.ts";

if (!(await printBlindRespondents())) process.exitCode = 1;
