/** What we do, and the least that it could take, or another way to do it. */
export interface Work {
  readonly name: string;
  readonly ours: () => unknown;
  readonly floor: () => unknown;
  readonly floorName: string;
}
