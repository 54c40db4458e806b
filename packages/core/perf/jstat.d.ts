/** The package brings no types; this is the one function the comparison calls. */
declare module "jstat" {
  const library: { jStat: { spearmancoeff(x: number[], y: number[]): number } };
  export default library;
}
