/** A label without the differences that models introduce: case and surrounding space. */
export function fold(label: string): string {
  return label.trim().toLowerCase();
}
