/** The package brings no types; these are the functions that are called here. */
declare module "jstat" {
  interface StudentT {
    inv(p: number, degreesOfFreedom: number): number;
    cdf(t: number, degreesOfFreedom: number): number;
  }
  const library: { jStat: { studentt: StudentT } };
  export default library;
}
