// Holds every CSV that the app writes to RFC 4180, and to cells that no spreadsheet runs.
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../src/main/desk/csv.ts';

const DANGEROUS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const isDangerous = (text: string): boolean => DANGEROUS.some((sign) => text.startsWith(sign));
const read = (text: string): string[][] => Papa.parse<string[]>(text, { newline: '\r\n', delimiter: ',' }).data;

describe('a CSV text', () => {
  it('ends each row with CRLF and quotes only where it must', () => {
    expect(
      csvRows([
        ['plain', 'with, comma', 'with "quotes"', 'two\nlines'],
        ['', ' led by a space', 60.1, 1204],
      ]),
    ).toBe('plain,"with, comma","with ""quotes""","two\nlines"\r\n," led by a space",60.1,1204\r\n');
  });

  it('has nothing in it for no rows', () => {
    expect(csvRows([])).toBe('');
  });

  it.each(DANGEROUS)('puts a single quote before a text that begins with %j', (sign) => {
    expect(read(csvRows([[`${sign}cmd|' /C calc'!A0`, 'next']]))).toEqual([
      [`'${sign}cmd|' /C calc'!A0`, 'next'],
      [''],
    ]);
  });

  it('guards a text of several lines too', () => {
    expect(csvRows([['=1+1\n2']])).toBe('"\'=1+1\n2"\r\n');
  });

  it('leaves numbers of ours numbers', () => {
    expect(csvRows([[-1, 0, 9_999_999.99]])).toBe('-1,0,9999999.99\r\n');
  });

  it('is read back as it was, but for the guard', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', "'", ',', '\r', '\n', '\t', 'a') }),
    );
    // A row of one empty cell is an empty line, which readers skip.
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(rows, (given) => {
        // A byte order mark counts as one at the very beginning only.
        const back = read(csvRows([['first', 'row'], ...given])).slice(1);
        expect(back.slice(0, -1)).toEqual(
          given.map((row) => row.map((text) => (isDangerous(text) ? `'${text}` : text))),
        );
        for (const text of back.flat()) expect(isDangerous(text)).toBe(false);
      }),
    );
  });
});
