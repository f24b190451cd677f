// Narrows the columns of a table until it fits its room, or shares what is left of it.
/** Px that cut columns keep while others are still whole. */
const CUT = 96;

/** A column's widths in px; `floor` is `least` and what it is served before other columns, `enough` cuts nothing that most rows show. */
export interface Size {
  /** The width of a column that is not shared. */
  readonly fixed?: string;
  readonly least: number;
  readonly floor: number;
  readonly enough: number;
  /** The same as `most`, but for a few long titles; `most` when left out. */
  readonly usual?: number;
  readonly most: number;
  /** Money and line numbers: cut only after everything else. */
  readonly isFirm?: boolean;
  /** Its content is on two lines: cut, it still shows much. */
  readonly isWrapped?: boolean;
  /** Its header, which is hidden where it would be cut; 0 for others. */
  readonly head?: number;
}

export const isHeadless = (size: Size | undefined): boolean => (size?.head ?? 0) > (size?.floor ?? 0);

/** Gives headers what no content needs of `room`. */
function withHeads(sizes: readonly Size[], room: number): readonly Size[] {
  let left = room;
  return sizes.map((size) => {
    const { head = 0, floor, most } = size;
    if (head - floor <= 0) return size;
    // A header that does not fit stays hidden, and its column gets no room for it.
    if (head - floor > left) return { ...size, most: floor };
    left -= head - floor;
    return { ...size, floor: head, most: Math.max(head, most) };
  });
}

const lacks = ({ fixed, floor, enough }: Size): number => (fixed === undefined ? Math.max(0, enough - floor) : 0);

const sum = (sizes: readonly Size[]): number => sizes.reduce((px, { floor }) => px + floor, 0);

/** Shares `room`: as many columns as possible become whole, those of one line and that lack the least first; the others get equal parts. */
function shared(sizes: readonly Size[], room: number): readonly Size[] {
  let left = room;
  const isWhole = new Set<Size>();
  const isLater = ({ isWrapped }: Size) => (isWrapped ? 1 : 0);
  for (const size of [...sizes].sort((a, b) => isLater(a) - isLater(b) || lacks(a) - lacks(b))) {
    if (lacks(size) > left) continue;
    left -= lacks(size);
    isWhole.add(size);
  }
  const part = Math.floor(left / (sizes.length - isWhole.size));
  return sizes.map((size) => ({ ...size, floor: size.floor + (isWhole.has(size) ? lacks(size) : part) }));
}

/**
 * The columns with floors that are `lacking` px less together, so that the table fits. Columns whose content is
 * cut anyway shrink first, then all that can, then even those that are otherwise never cut, and last those that are firm.
 */
export function fitted(sizes: readonly Size[], lacking: number): readonly Size[] {
  if (lacking < 0) {
    const whole = shared(sizes, -lacking);
    return withHeads(whole, sum(sizes) - lacking - sum(whole));
  }
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
