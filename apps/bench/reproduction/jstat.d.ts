/** The package brings no types; this is the one function that is called here. */
declare module "jstat" {
  const library: { jStat: { studentt: { inv(p: number, degreesOfFreedom: number): number } } };
  export default library;
}
