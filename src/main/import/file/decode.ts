// Decodes the bytes of a file; detects the encoding by its byte order mark or its byte patterns.
import type { Encoding } from '../../../shared/link-import.ts';
import { texts } from '../../../shared/texts/main.ts';

const t = texts.linkTable.file;

/** `certain`: by a byte order mark, or because no other encoding fits. */
export interface FoundEncoding {
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  readonly certain: boolean;
}

/** Bytes that are examined for UTF-16 without a byte order mark. */
const LOOKED_AT = 4_096;

/** Why the bytes are not text, or null. */
export function whyNotText(bytes: Buffer): string | null {
  if (bytes.length === 0) return t.empty;
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) {
    return t.workbook;
  }
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    return t.oldWorkbook;
  }
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return t.pdf;
  return null;
}

export function findEncoding(bytes: Buffer): FoundEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return marked('utf-8');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return marked('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return marked('utf-16be');
  const wide = withoutMark(bytes.subarray(0, LOOKED_AT));
  if (wide) return { encoding: wide, hasMark: false, certain: true };
  if (strict(bytes, 'utf-8') !== null) return { encoding: 'utf-8', hasMark: false, certain: true };
  const encoding = isJapanese(strict(bytes, 'shift_jis') ?? '') ? 'shift_jis' : 'windows-1252';
  return { encoding, hasMark: false, certain: false };
}

/** Two or more in a row: of Latin text read as Shift_JIS, single letters with accents become single signs. */
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu;
/** Half-width katakana are letters with accents in other encodings. */
const HALF_WIDTH = /[\uff61-\uff9f]/g;

/** Whether most of what is not ASCII is Japanese. */
function isJapanese(text: string): boolean {
  const full = text.replace(HALF_WIDTH, ' ');
  const beyondAscii = full.match(/\P{ASCII}/gu)?.length ?? 0;
  const runs = full.match(JAPANESE) ?? [];
  return runs.reduce((sum, { length }) => sum + length, 0) > beyondAscii / 2;
}

const marked = (encoding: Encoding): FoundEncoding => ({ encoding, hasMark: true, certain: true });

/** UTF-16 of mostly Latin text has a zero in every other byte. */
function withoutMark(bytes: Buffer): Encoding | null {
  const zeros = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = bytes.length * 0.2;
  const encoding = odd > many && even * 4 < odd ? 'utf-16le' : even > many && odd * 4 < even ? 'utf-16be' : null;
  return encoding === null || isBinary(decode(bytes, encoding)) ? null : encoding;
}

/** Whether decoded text is binary: it has zeros, or many control characters. */
export function isBinary(text: string): boolean {
  if (text.includes('\u0000')) return true;
  const looked = text.slice(0, LOOKED_AT);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
  const odd = looked.match(/[\u0001-\u0008\u000e-\u001f\u007f]/g)?.length ?? 0;
  return odd > looked.length / 50;
}

/** Null if some bytes are invalid. */
function strict(bytes: Buffer, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The characters of windows-1252 where Latin-1 has control characters (0x80 to 0x9f). Five are unassigned. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Returns the text without its byte order mark. Invalid bytes become U+FFFD. */
export function decode(bytes: Buffer, encoding: Encoding): string {
  return withoutByteOrderMark(decodeAll(bytes, encoding));
}

function decodeAll(bytes: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'utf-8':
    case 'utf-16le':
    case 'shift_jis':
      return new TextDecoder(encoding).decode(bytes);
    case 'utf-16be':
      return new TextDecoder('utf-16le').decode(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16());
    case 'windows-1252':
      return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80] ?? sign);
  }
}

const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);
