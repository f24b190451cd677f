// The width of texts in the window's font, before they are shown.
/** Px of the widest character, which may have no room at the end of a line. */
const ONE_CHARACTER = 16;

/** The size of the text in the header of a column, px. */
const HEAD_FONT = 12;
/** Px of the sort arrow with its gap. */
const ARROW = 16;

let ruler: CanvasRenderingContext2D | null = null;

/** The width of a text on one line, in px. */
export function textWidth(text: string, size = 14, weight = 400): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return 0;
  ruler.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(ruler.measureText(text).width) + 1;
}

/** The width of a column's header, in px. */
export const headWidth = ({ header, sortsBy }: { readonly header: string; readonly sortsBy?: string }): number =>
  textWidth(header, HEAD_FONT, 500) + (sortsBy === undefined ? 0 : ARROW);

/** The width of a text on two lines, in px: it is broken at a space near its middle, or anywhere where it has none. */
export function twoLinesWidth(text: string, size?: number, weight?: number): number {
  const middle = Math.ceil(text.length / 2);
  const spaces = [text.lastIndexOf(' ', middle), text.indexOf(' ', middle)].filter((at) => at > 0);
  const broken = spaces.map((at) =>
    Math.max(textWidth(text.slice(0, at), size, weight), textWidth(text.slice(at + 1), size, weight)),
  );
  return Math.min(
    textWidth(text, size, weight),
    ...(broken.length > 0 ? broken : [textWidth(text, size, weight) / 2 + ONE_CHARACTER]),
  );
}
