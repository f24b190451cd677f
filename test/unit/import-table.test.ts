// Reading a file as a table: encodings, delimiters, quotes, and the line of each row.
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/main/import/file/table.js';

const ofBytes = (bytes: Buffer) => readTable({ bytes: bytes.toString('base64') });
const ofText = (text: string, delimiter?: ',' | ';') => readTable({ text, delimiter });
const rowsOf = (text: string, delimiter: ',' | ';' = ',') => {
  const table = ofText(text, delimiter);
  if (table.refused) throw new Error(table.refused.why);
  return table.rows;
};

const TEXT = 'Produkt;Preis\nCafé “groß”;12,50 €\n';
const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');

describe('the encoding of a file', () => {
  it.each<readonly [string, boolean, Buffer, string]>([
    ['utf-8', false, Buffer.from(TEXT), 'Café “groß”'],
    ['utf-8', false, Buffer.from(`\uFEFF${TEXT}`), 'Produkt'],
    ['utf-16le', false, Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), '12,50 €'],
    ['windows-1252', true, hex('43616669e920 93 67726fdf 94 3b31322c353020 80'), 'Cafié “groß”'],
    ['shift_jis', true, hex('8fa4 9569 2c 89bf 8a69 0a 838d 8353 2c 343030 2c b6c5'), '商品'],
    ['euc-jp', true, hex('beA6c9CA 2c b2C1b3CA 0a a5EDa5B4 2c 343030'), 'ロゴ'],
    ['macintosh', true, hex('466f72666169742063728e6174696f6e3b31322c353020db'), 'Forfait création'],
    ['euc-jp', true, hex('beA6c9CA 2c 8eb6 8ec5 8eb6 0a'), '商品'],
    ['macintosh', true, Buffer.from('Produit;Prix\rLogo;12,50 \u00db', 'latin1'), '12,50 €'],
    ['macintosh', true, hex('4d9f6c6c65723b47729aa765'), 'Müller'],
    ...['Rémy Médard;Hélène;André', 'Größe;Mädchen;schön', 'Peñón;año;niño', 'AÇÃO;ÉTÉ;ÄÖÜ', 'Zoë;naïve'].map(
      (text) => ['windows-1252', true, Buffer.from(text, 'latin1'), text.split(';')[0] ?? ''] as const,
    ),
  ])('is detected as %s (a guess: %s)', (encoding, isGuess, bytes, cell) => {
    const table = ofBytes(bytes);
    expect(table).toMatchObject({ facts: { encoding, isGuess, unreadable: 0 } });
    expect(table.rows?.flatMap(({ cells }) => cells).join()).toContain(cell);
  });

  it('of Windows has a character for each byte', () => {
    const bytes = Buffer.from(Array.from({ length: 128 }, (_, index) => 0x80 + index));
    const table = readTable({ bytes: bytes.toString('base64'), encoding: 'windows-1252', delimiter: '|' });
    const latin1 = Buffer.from(Array.from({ length: 96 }, (_, index) => 0xa0 + index)).toString('latin1');
    const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
    expect(table.rows?.[0]?.cells).toEqual([windows + latin1]);
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['workbook', Buffer.from('PK\u0003\u0004rest')],
    ['workbook', hex('d0cf11e0a1b1')],
    ['binary', Buffer.from('a\0b')],
    ['withoutRows', Buffer.from('\n \n,\n')],
  ])('is not guessed if the file is refused: %s', (why, bytes) => expect(ofBytes(bytes)).toEqual({ refused: { why } }));
});

it.each([
  ['a,b,c\n1,2,3\n', ','],
  ['a;b;c\n1,50;2;3\n2,50;2;3\n', ';'],
  ['a\tb\n1,5\t2;3\n', '\t'],
  ['a|b\n1|2\n', '|'],
  ['only\none\n', ','],
  ['"a, with comma";b\n"1,2,3";x\n', ';'],
  ['title,note\n"a;b;c","d;e"\n', ','],
  ['sep=;\na,b;c\n', ';'],
  [`Order;Price\n${'A-0;12,50\n'.repeat(9)}`, ';'],
  [`USD;EUR\n${'1,50;2,50\n'.repeat(30)}`, ';'],
  [`Product,Price,Tags\n${'Mug,5.00,a;b\n'.repeat(30)}`, ','],
  ['Export 1, 2\nPeriod;x\na;b;c\n1,50;2;3\n2,50;2;3\n', ';'],
])('finds the delimiter of %j: %j', (text, delimiter) => expect(ofText(text)).toMatchObject({ facts: { delimiter } }));

describe('the rows of a table', () => {
  it('know the line at which they begin, even after quoted line breaks and blank lines', () => {
    expect(rowsOf('a,b\r\n"one\r\ntwo",1\r\n\r\n,,\r\n"x ""y""",2\rlast,3')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['one\ntwo', '1'] },
      { line: 6, cells: ['x "y"', '2'] },
      { line: 7, cells: ['last', '3'] },
    ]);
    expect(rowsOf('sep=;\r\na;b', ';')).toEqual([{ line: 2, cells: ['a', 'b'] }]);
  });

  it.each([
    ['1,"open\n2,x\n3,y\n', 4],
    ['1,"x"y\n', 2],
  ])('know the last line that wrong quotation marks affect: %j', (text, quotesTo) =>
    expect(rowsOf(`a,b\n${text}`)[1]).toMatchObject({ line: 2, quotesTo }),
  );

  it('are limited to 50,000, with 300 columns', () => {
    expect(ofText('a\n'.repeat(50_002))).toEqual({ refused: { why: 'tooLong', most: 50_000 } });
    const refused = { why: 'tooWide', line: 1, cells: 301, most: 300 };
    expect(ofText(`${','.repeat(300)}x\n`)).toEqual({ refused });
  });

  it('equal the rows of a plain CSV parser for any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '=', "'"), maxLength: 60 });
    fc.assert(
      fc.property(text, (given) => {
        const plain = given.replace(/\r\n?/g, '\n');
        const { data } = Papa.parse<string[]>(plain, { delimiter: ',', newline: '\n' });
        const { rows = [] } = ofText(given, ',');
        expect(rows.map(({ cells }) => cells)).toEqual(data.filter((row) => row.some((cell) => cell.trim() !== '')));
        const lines = rows.map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it('show how many cells of each column a spreadsheet has damaged', () => {
    const facts = { delimiter: ',', unreadable: 0, damaged: [{ at: 1, cells: 6 }] };
    const rows = '19.00,1.23457E+11\n21.00,"1,2E+11"\n5,####\n7,E+1\n8,01-Feb\n9,#NAME?\n9,-1.2E+11\n9,INV-12';
    expect(ofText(`Price,Order\n${rows}`)).toMatchObject({ facts });
  });
});
