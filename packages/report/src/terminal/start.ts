// What a program needs before it does anything, apart from the rest so that help comes at once.
export { exitCodesText } from "./exit-codes.ts";
export { watchOutput } from "./watch-output.ts";
