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

/** What an element shows of its text on up to three lines, with line breaks: all but the last are broken between words. */
export function keepingEnd(text: string, element: Element, lines: 1 | 2 | 3): string {
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
  const wholeWords = (count: number) => {
    const start = startOf(count);
    const space = letters[count] === ' ' ? -1 : start.lastIndexOf(' ');
    return space > 0 ? start.slice(0, space) : start;
  };
  const before = (count: number) => (lines === 1 ? startOf(count) + ELLIPSIS : ELLIPSIS);
  const firsts = fitting(letters.length, (count) =>
    lines === 1 ? width(before(count)) <= START * room : width(startOf(count)) <= room,
  );
  const lasts = fitting(letters.length, (count) => width(before(firsts) + endOf(count)) <= room);
  if (lines === 3) {
    const first = wholeWords(firsts);
    return `${first}\n${keepingEnd(text.slice(first.length).trimStart(), element, 2)}`;
  }
  const last = endOf(lasts);
  const words = last.slice(last.indexOf(' ') + 1);
  const end = before(firsts) + (words.length >= WHOLE_WORDS * last.length ? words : last);
  if (lines === 1) return end;
  return `${wholeWords(firsts)}\n${end}`;
}
