// Reads a file's bytes or pasted text as a table, in a thread of its own. A plain module, because a thread is started from a file.
//
// Message in: the source to read, then { from, count } for each part. Message out: what was read and the number of rows, or why
// nothing was; then the rows.
import { parentPort } from 'node:worker_threads';
import Papa from 'papaparse';

/** A comma last: it may be the decimal sign of amounts. */
const DELIMITERS = [';', '\t', '|', ','];
const MAX_ROWS = 50_000;
const MAX_COLUMNS = 300;
/** Characters and rows that decide which delimiter the file has. */
const CHARACTERS_LOOKED_AT = 64 * 1024;
const ROWS_LOOKED_AT = 50;
/** Spreadsheets may name the delimiter in a line before the table. */
const NAMED_DELIMITER = /^"?sep=(.)"?[ ,;\t|]*(?:\n|$)/i;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/**
 * What a spreadsheet makes of a long number, of one that does not fit into its column, of a broken formula, or of a text such as
 * 1-2, which becomes a date. Lost leading zeros cannot be recognised.
 */
const DAMAGED = new RegExp(
  `^(?:-?\\d[.,]?\\d*E\\+\\d{1,3}|###+|#(?:N/A|DIV/0!|[A-Z]+[?!])|\\d\\d?-${MONTH}|${MONTH}-\\d\\d)$`,
  'i',
);

/** The first bytes of .xlsx and .xls. */
const WORKBOOKS = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'];

/** Reads the byte order mark; without one, tries what the bytes allow. Only UTF-8 and UTF-16 are certain. */
function findEncoding(bytes) {
  const mark = bytes.subarray(0, 3).toString('latin1');
  if (mark.startsWith('\u00ff\u00fe')) return 'utf-16le';
  if (mark === '\u00ef\u00bb\u00bf' || strict(bytes, 'utf-8') !== null) return 'utf-8';
  const read = ['shift_jis', 'euc-jp'].map((encoding) => ({ encoding, text: strict(bytes, encoding) ?? '' }));
  const [japanese] = read.filter(({ text }) => isJapanese(text)).sort((a, b) => halfWidths(a) - halfWidths(b));
  return japanese?.encoding ?? (isMacRoman(bytes) ? 'macintosh' : 'windows-1252');
}

const halfWidths = ({ text }) => text.match(HALF_WIDTH)?.length ?? 0;

/** Two or more in a row: if Latin text is read as Japanese, single accented letters become single signs. */
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu;
/** Half-width katakana: in other encodings their bytes are accented letters. */
const HALF_WIDTH = /[\uff61-\uff9f]/g;

/** Whether most characters beyond ASCII are Japanese. */
function isJapanese(text) {
  const full = text.replace(HALF_WIDTH, ' ');
  const beyondAscii = full.match(/\P{ASCII}/gu)?.length ?? 0;
  const runs = full.match(JAPANESE) ?? [];
  return runs.reduce((sum, { length }) => sum + length, 0) > beyondAscii / 2;
}

/** As an apostrophe, a dash or a ligature, these bytes of Windows-1252 also occur between letters. */
const WINDOWS_SIGNS = new Set([0x85, 0x8c, 0x91, 0x92, 0x93, 0x94, 0x9c]);

/**
 * Excel for Mac writes MacRoman, and ends lines with carriage returns alone. In other files, more bytes have to be accented
 * letters in MacRoman than in Windows-1252.
 */
function isMacRoman(bytes) {
  if (bytes.includes(0x0d) && !bytes.includes(0x0a)) return true;
  const isLetter = (byte) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  let [mac, windows] = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte < 0x80 || !(isLetter(bytes[index - 1]) || isLetter(bytes[index + 1]))) return;
    if (byte >= 0xc0) windows += 1;
    else if (byte < 0xa0 && !WINDOWS_SIGNS.has(byte)) mac += 1;
  });
  return mac > windows;
}

/** Whether decoded text is binary: it has zeros, or many control characters at its beginning. */
function isBinary(text) {
  const start = text.slice(0, 4_096);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
  const odd = start.match(/[\u0001-\u0008\u000e-\u001f\u007f]/g)?.length ?? 0;
  return text.includes('\u0000') || odd > start.length / 50;
}

/** Null if some bytes are invalid. */
function strict(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What windows-1252 has in place of Latin-1's control characters, since Node decodes it as Latin-1. Five are unassigned. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Returns the text without its byte order mark. Invalid bytes become U+FFFD. */
function decode(bytes, encoding) {
  if (encoding === 'windows-1252') {
    return bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80]);
  }
  return new TextDecoder(encoding).decode(bytes);
}

/** Returns the delimiter that gives the most rows of equal length, else a comma. Titles above the table may be shorter. */
function findDelimiter(text) {
  const named = NAMED_DELIMITER.exec(text)?.[1];
  if (DELIMITERS.includes(named)) return named;
  let best = { delimiter: ',', even: 0, width: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse(text.slice(0, CHARACTERS_LOOKED_AT), {
      delimiter,
      newline: '\n',
      preview: ROWS_LOOKED_AT,
      skipEmptyLines: 'greedy',
    });
    const width = commonWidth(data);
    if (width < 2) continue;
    const even = data.filter(({ length }) => length === width).length / data.length;
    const isWider = width > best.width || (width === best.width && even > best.even);
    // Decimal commas are in the rows, but not in the header, so that a comma splits the rows less evenly.
    const least = best.even - (delimiter === ',' ? 0 : 0.1);
    if (even > best.even + 0.1 || (even >= least && isWider)) best = { delimiter, even, width };
  }
  return best.delimiter;
}

/** How often each value occurs. */
function counted(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The number of cells that most rows have; of equally frequent numbers the greatest. */
export function commonWidth(rows) {
  const widths = counted(rows.map(({ length }) => length));
  return [...widths].sort(([a, rowsOfA], [b, rowsOfB]) => rowsOfB - rowsOfA || b - a)[0]?.[0] ?? 0;
}

/**
 * All rows that are not blank, each with the line where it begins. All line breaks of `text` are `\n`. If the quotation
 * marks of a row are wrong, `quotesTo` is its last line.
 */
function splitRows(text, delimiter) {
  const start = NAMED_DELIMITER.exec(text)?.[0].length ?? 0;
  const rows = [];
  let from = start;
  let line = start > 0 ? 2 : 1;
  let refused = null;
  const step = ({ data, errors, meta }) => {
    const read = text.slice(from, meta.cursor);
    const nextLine = line + read.split('\n').length - 1;
    for (const cells of data) {
      const wrong = errors.length > 0 ? { quotesTo: read.endsWith('\n') ? nextLine - 1 : nextLine } : {};
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells, ...wrong });
      if (cells.length > MAX_COLUMNS) refused ??= { why: 'tooWide', line, cells: cells.length, most: MAX_COLUMNS };
      if (rows.length > MAX_ROWS + 1) refused ??= { why: 'tooLong', most: MAX_ROWS };
    }
    [from, line] = [meta.cursor, nextLine];
    if (refused) parser.abort();
  };
  const parser = new Papa.Parser({ delimiter, newline: '\n', step });
  parser.parse(text.slice(start), start, false);
  if (!refused && rows.length === 0) refused = { why: 'withoutRows' };
  return refused ? { refused } : { rows };
}

/** How many cells of each column a spreadsheet has damaged; lists only columns with such cells. */
function damagedColumns(rows) {
  const columns = rows.flatMap(({ cells }) => cells.flatMap((cell, at) => (DAMAGED.test(cell.trim()) ? at : [])));
  return [...counted(columns)].map(([at, cells]) => ({ at, cells }));
}

/** Reads a `SourceToRead`, and guesses what is missing. */
export function readTable({ bytes: base64 = null, text, encoding, delimiter }) {
  const bytes = base64 === null ? null : Buffer.from(base64, 'base64');
  if (bytes?.length === 0) return { refused: { why: 'empty' } };
  if (bytes?.toString('latin1', 0, 2) === '\u00fe\u00ff') bytes.subarray(0, bytes.length & ~1).swap16();
  if (WORKBOOKS.includes(bytes?.toString('latin1', 0, 4))) return { refused: { why: 'workbook' } };
  const found = bytes ? findEncoding(bytes) : 'utf-8';
  const used = encoding ?? found;
  const decoded = bytes ? decode(bytes, used) : (text ?? '');
  if (isBinary(decoded)) return { refused: { why: 'binary' } };
  const plain = decoded.replace(/\r\n?/g, '\n');
  const sign = delimiter ?? findDelimiter(plain);
  const split = splitRows(plain, sign);
  if (split.refused) return split;
  return {
    rows: split.rows,
    facts: {
      encoding: used,
      isGuess: used === found && !used.startsWith('utf-'),
      delimiter: sign,
      unreadable: split.rows.filter(({ cells }) => cells.some((cell) => cell.includes('\uFFFD'))).length,
      damaged: damagedColumns(split.rows),
    },
  };
}

/** The rows among which the header is searched. */
const HEAD = 30;
let rows = [];

parentPort?.on('message', (asked) => {
  if ('from' in asked) return parentPort.postMessage(rows.slice(asked.from, asked.from + asked.count));
  const { refused, facts, rows: read = [] } = readTable(asked);
  rows = read;
  parentPort.postMessage(refused ? { refused } : { facts, total: rows.length, head: rows.slice(0, HEAD) });
});
