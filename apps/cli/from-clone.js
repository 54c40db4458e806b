// The command of a clone, for its script `promptnce`: pnpm runs scripts in the clone's folder, while
// the files that a person names are in the folder where they called it.
process.chdir(process.env["INIT_CWD"] ?? ".");
await import("./src/main.js");
