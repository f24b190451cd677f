// Every CSV that the app writes follows RFC 4180, and no spreadsheet runs its cells.
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../src/main/csv/csv.ts';
import { withoutGuard } from '../../src/main/csv/formula-guard.ts';

const read = (text: string): string[][] => Papa.parse<string[]>(text, { newline: '\r\n', delimiter: ',' }).data;

describe('a CSV text', () => {
  it('ends each row with CRLF and quotes only if necessary', () => {
    expect(
      csvRows([
        ['plain', 'with, comma', 'with "quotes"', 'two\nlines'],
        ['', ' led by a space', 60.1, 1204],
      ]),
    ).toBe('plain,"with, comma","with ""quotes""","two\nlines"\r\n," led by a space",60.1,1204\r\n');
  });

  it('keeps the app’s own numbers as numbers', () => {
    expect(csvRows([[-1, 0, 9_999_999.99]])).toBe('-1,0,9999999.99\r\n');
  });

  it('is imported back unchanged, whatever it contains', () => {
    fc.assert(
      fc.property(tables, (given) => {
        // Another row comes first, because readers drop a byte order mark at the very beginning.
        const back = read(csvRows([['first', 'row'], ...given])).slice(1);
        expect(back.slice(0, -1).map((row) => row.map(withoutGuard))).toEqual(given);
      }),
      { numRuns: 400 },
    );
  });

  it('keeps harmless text readable', () => {
    const plain = [
      ['Coaching - 60 minutes', '60.10', 'mara@shop.example', 'A-1042', "'quoted'", 'a=b', '1 + 1', "rock 'n' roll"],
    ];
    expect(read(csvRows(plain))[0]).toEqual(plain[0]);
    expect(read(csvRows([['+41 79 123 45 67', -5, '-5,50', 'order;=1+1']]))[0]).toEqual([
      "'+41 79 123 45 67",
      '-5',
      "'-5,50",
      "'order;'=1+1",
    ]);
  });
});

/** Texts made of characters that matter to a spreadsheet. */
const cell = fc.oneof(
  fc.array(fc.nat(0x10ffff), { maxLength: 10 }).map((codes) => String.fromCodePoint(...codes)),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '＝', '"', "'", ',', ';', '|', '\r', '\n', '\t', ' ', '\0', 'a'),
  }),
);
// A row with one empty cell is an empty line, which readers skip.
const tables = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });

/** The cells that a spreadsheet finds when it splits the lines of a file at `separator`. */
function asSplit(file: string, separator: string, quotes: 'kept' | 'ignored'): string[] {
  const text = file.replace(/^\uFEFF/, '');
  if (quotes === 'ignored') return text.replaceAll('"', '').split(new RegExp(`[\r\n${separator}]`));
  const cells: string[] = [];
  let from = 0;
  let now = '';
  const isEnd = (sign: string) => sign === separator || sign === '\r' || sign === '\n';
  for (let index = 0; index < text.length; index += 1) {
    // Only a quotation mark at the start of a cell opens a quoted part. Text after the closing mark belongs to it.
    if (text[index] === '"' && index === from) {
      for (index += 1; index < text.length && (text[index] !== '"' || text[index + 1] === '"'); index += 1) {
        now += text[index];
        if (text[index] === '"') index += 1;
      }
    } else if (isEnd(text[index] as string)) {
      cells.push(now);
      now = '';
      from = index + 1;
    } else now += text[index];
  }
  return [...cells, now];
}

/** Whether a spreadsheet would run a cell: it drops blanks and invisible characters, and parses numbers. */
function isRun(text: string): boolean {
  const visible = text.replace(/^[\s\p{Cc}\p{Cf}"]+/u, '').trim();
  return /^[=+\-@＝＋－＠]./su.test(visible) && !/^-\d+(\.\d+)?$/.test(visible);
}

/** Formulas that spreadsheets have run from cells like these. */
const KNOWN = [
  ...["=cmd|' /C calc'!A0\n2", '＝1+1', '\t=1', "order;  =cmd|' /C calc'!A0", 'a\t@SUM(1)', 'a =1+1', 'two\n=1+1'],
  ...['a;"=1+1"', '\u200b=1+1', 'a;＝1+1', '\0=1+1', 'a, -2+3'],
];

describe('an exported file', () => {
  const splits = [',', ';', '\t', '|', ' '].flatMap((separator) =>
    (['kept', 'ignored'] as const).map((quotes) => [separator, quotes] as const),
  );

  it.each([',', ';'])('runs no formula, however a spreadsheet splits it (written with %s)', (delimiter) => {
    fc.assert(
      fc.property(tables, fc.boolean(), (given, hasNumber) => {
        const rows = hasNumber ? given.map((row) => [-5, ...row, -7]) : given;
        const file = csvRows([['first', 'row'], ...rows], delimiter);
        for (const [separator, quotes] of splits) {
          expect(asSplit(file, separator, quotes).filter(isRun), `split at "${separator}", quotes ${quotes}`).toEqual(
            [],
          );
        }
      }),
      { numRuns: 400, examples: KNOWN.map((text): [string[][], boolean] => [[['first', text, 'last']], false]) },
    );
  });

  it('runs no formula if a comma joins a negative number and the next cell', () => {
    expect(asSplit(csvRows([[-5, "1+cmd|' /C calc'!A0"]]), ';', 'kept').filter(isRun)).toEqual([]);
  });
});
