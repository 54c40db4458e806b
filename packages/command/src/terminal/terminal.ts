// A command's messages and output files; separate from the page, whose figures take long to load.
export { sayCodeOfPack } from "./code-of-pack.ts";
export { withEndNoted } from "./end-noted.ts";
export { tellEnd } from "./exit-code.ts";
export { interruptible } from "./interruptible.ts";
export { checkOwnFiles, checkReportFile, type ReadFile } from "./own-files.ts";
export { personAtTerminal } from "./person-at-terminal.ts";
export { printable } from "./printable.ts";
export { showProgress } from "./progress.ts";
