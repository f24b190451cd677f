// Narrows the columns of a table until it fits its room.
/** Px that cut columns keep while others are still whole. */
const CUT = 96;

/** A column's widths in px; `floor` is `least` and what it is served before other columns. */
export interface Size {
  /** The width of a column that is not shared. */
  readonly fixed?: string;
  readonly least: number;
  readonly floor: number;
  readonly most: number;
  /** Money and line numbers: cut only after everything else. */
  readonly isFirm?: boolean;
}

/**
 * The columns with floors that are `lacking` px less together, so that the table fits. Columns whose content is
 * cut anyway shrink first, then all that can, then even those that are otherwise never cut, and last those that are firm.
 */
export function fitted(sizes: readonly Size[], lacking: number): readonly Size[] {
  const keeps: ((size: Size) => number)[] = [
    ({ floor, most, least }) => (floor < most ? Math.max(least, Math.min(floor, CUT)) : floor),
    ({ least }) => least,
    ({ fixed, floor, isFirm }) => (fixed === undefined && !isFirm ? 0 : floor),
    ({ fixed, floor }) => (fixed === undefined ? 0 : floor),
  ];
  let left = lacking;
  return keeps.reduce((now, keep) => {
    const spare = now.reduce((sum, size) => sum + size.floor - keep(size), 0);
    if (left <= 0 || spare <= 0) return now;
    const part = Math.min(1, left / spare);
    left -= part * spare;
    return now.map((size) => ({ ...size, floor: Math.floor(size.floor - part * (size.floor - keep(size))) }));
  }, sizes);
}
