/** A label without the differences that models introduce: case and surrounding space. */
export function caseFold(label: string): string {
  return label.trim().toLowerCase();
}
