// Cuts a text so that its end is visible.
import { textWidth } from './text-width.ts';

const ELLIPSIS = '…';
/** The part of a single line that the beginning gets. */
const START = 0.45;
/** The part of an end that is kept for it to begin with a whole word. */
const WHOLE_WORDS = 0.7;

/** How many letters have room. */
function fitting(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What an element shows of its text on one line or two, with a line break: the first is broken between words. */
export function keepingEnd(text: string, element: Element, lines: 1 | 2): string {
  const { fontSize, fontWeight } = getComputedStyle(element);
  const width = (part: string) => textWidth(part, Number.parseFloat(fontSize), Number(fontWeight));
  const room = element.clientWidth;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const startOf = (count: number) => letters.slice(0, count).join('').trimEnd();
  const endOf = (count: number) =>
    letters
      .slice(letters.length - count)
      .join('')
      .trimStart();
  const before = (count: number) => (lines === 1 ? startOf(count) + ELLIPSIS : ELLIPSIS);
  const firsts = fitting(letters.length, (count) =>
    lines === 1 ? width(before(count)) <= START * room : width(startOf(count)) <= room,
  );
  const lasts = fitting(letters.length, (count) => width(before(firsts) + endOf(count)) <= room);
  const last = endOf(lasts);
  const words = last.slice(last.indexOf(' ') + 1);
  const end = before(firsts) + (words.length >= WHOLE_WORDS * last.length ? words : last);
  if (lines === 1) return end;
  const first = startOf(firsts);
  const isWholeWord = letters[firsts] === ' ';
  const space = isWholeWord ? -1 : first.lastIndexOf(' ');
  return `${space > 0 ? first.slice(0, space) : first}\n${end}`;
}
