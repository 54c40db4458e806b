/** What the command needs before it does anything. In the published command this file is made whole, as `page.ts` is. */
export { exitCodesText, watchOutput } from "@promptnce/report/start";
