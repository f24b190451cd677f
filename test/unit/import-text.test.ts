// Decoding an import file: encodings, delimiters, quotes, and the line of each row.
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { RowCells } from '../../src/main/catalog/records.ts';
import {
  decode,
  findDelimiter,
  findEncoding,
  readTable,
  splitRows,
  type TableFacts,
  whyNotText,
  withPlainLineBreaks,
} from '../../src/main/import/file/table.js';

const TEXT = 'Produkt;Preis\nCafé “groß”;12,50 €\n';

describe('the encoding of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`), 'utf-8'],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'utf-16le'],
  ])('is detected for %s', (_name, bytes, encoding) => {
    const found = findEncoding(bytes);
    expect(found).toEqual({ encoding, isCertain: true });
    expect(decode(bytes, found.encoding)).toBe(TEXT);
  });

  it('is Windows-1252 if the bytes are invalid UTF-8, without certainty', () => {
    // "Café “groß”;12,50 €" from a spreadsheet on Windows.
    const bytes = Buffer.from('436166e920 93 67726fdf 94 3b31322c353020 80'.replaceAll(' ', ''), 'hex');
    const found = findEncoding(bytes);
    expect(found).toEqual({ encoding: 'windows-1252', isCertain: false });
    expect(decode(bytes, 'windows-1252')).toBe('Café “groß”;12,50 €');
  });

  it('is Shift_JIS if the bytes are invalid UTF-8 and Japanese, without certainty', () => {
    // "商品,価格,備考\nロゴ,400,ｶﾅ" from a spreadsheet in Japan.
    const bytes = Buffer.from(
      '8fa4 9569 2c 89bf 8a69 2c 94f5 8d6c 0a 838d 8353 2c 343030 2c b6c5'.replaceAll(' ', ''),
      'hex',
    );
    expect(findEncoding(bytes)).toEqual({ encoding: 'shift_jis', isCertain: false });
    expect(decode(bytes, 'shift_jis')).toBe('商品,価格,備考\nロゴ,400,ｶﾅ');
  });

  it('is EUC-JP where the bytes are Japanese in it', () => {
    // "商品,価格\nロゴ,400".
    const bytes = Buffer.from('beA6c9CA 2c b2C1b3CA 0a a5EDa5B4 2c 343030'.replaceAll(' ', ''), 'hex');
    expect(findEncoding(bytes)).toEqual({ encoding: 'euc-jp', isCertain: false });
    expect(decode(bytes, 'euc-jp')).toBe('商品,価格\nロゴ,400');
  });

  it.each([
    ['466f72666169742063728e6174696f6e3b31322c353020db', 'Forfait création;12,50 €'],
    ['4d9f6c6c65723b47729aa765', 'Müller;Größe'],
    ['416e646f3b6196', 'Ando;añ'],
  ])('is MacRoman where Excel for Mac has its letters: %s', (hex, text) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(findEncoding(bytes)).toEqual({ encoding: 'macintosh', isCertain: false });
    expect(decode(bytes, 'macintosh')).toBe(text);
  });

  it.each(['Rémy Médard;Hélène;André', 'Größe;Mädchen;schön', 'Peñón;año;niño', 'AÇÃO;ÉTÉ;ÄÖÜ', 'Zoë;naïve'])(
    'of Latin text is not Shift_JIS: %s',
    (text) => expect(findEncoding(Buffer.from(text, 'latin1')).encoding).toBe('windows-1252'),
  );

  it('of Latin text in Windows-1252 maps each of its 256 characters', () => {
    const all = decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), 'windows-1252');
    expect([...all]).toHaveLength(256);
    expect(all.slice(0x80, 0xa0)).toBe('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ');
    expect(all.slice(0xa0)).toBe(Buffer.from(Array.from({ length: 96 }, (_, at) => 0xa0 + at)).toString('latin1'));
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['a workbook', Buffer.from('PK\u0003\u0004rest'), 'workbook'],
    ['an old workbook', Buffer.from('d0cf11e0a1b1', 'hex'), 'workbook'],
  ])('is not detected in %s', (_name, bytes, why) => {
    expect(whyNotText(bytes)).toBe(why);
  });
});

describe('the delimiter', () => {
  it.each([
    ['a,b,c\n1,2,3\n', ','],
    ['a;b;c\n1,50;2;3\n2,50;2;3\n', ';'],
    ['a\tb\n1,5\t2;3\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['only\none\n', ','],
    ['"a, with comma";b\n"1,2,3";x\n', ';'],
    ['title,note\n"a;b;c","d;e"\n', ','],
    ['sep=;\na,b;c\n', ';'],
    ['Export 1, 2\nPeriod;x\na;b;c\n1,50;2;3\n2,50;2;3\n', ';'],
  ])('of %j is %j', (text, delimiter) => {
    expect(findDelimiter(text)).toBe(delimiter);
  });
});

const read = (text: string, delimiter: ',' | ';' | '\t' = ',') => {
  const table = splitRows(withPlainLineBreaks(text), delimiter);
  if (table.refused) throw new Error(table.refused.why);
  return table.rows;
};

describe('the rows of a table', () => {
  it('have the line where they begin, also after line breaks in quotes and blank lines', () => {
    const rows = read('a,b\r\n"one\r\ntwo",1\r\n\r\n,,\r\n"x ""y""",2\rlast,3');
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'a', 'b'],
      [2, 'one\ntwo', '1'],
      [6, 'x "y"', '2'],
      [7, 'last', '3'],
    ]);
    expect(rows.every(({ quotesTo }) => quotesTo === undefined)).toBe(true);
  });

  it('omit the line in which a spreadsheet names the delimiter, and count it', () => {
    expect(read('sep=;\r\na;b\r\n1;2', ';')).toMatchObject([
      { line: 2, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ]);
  });

  it('report the lines of an unclosed quotation mark', () => {
    const rows = read('a,b\n1,"open\n2,x\n3,y\n');
    expect(rows[1]).toMatchObject({ line: 2, quotesTo: 4 });
  });

  it('report a misplaced quotation mark', () => {
    expect(read('a,b\n1,"x"y\n')[1]?.quotesTo).toBe(2);
  });

  it('keep their lines across the chunks of a long text', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `${at},"first\nsecond of ${at}",${'x'.repeat(at % 50)}`);
    const rows = read(`n,text,x\n${lines.join('\n')}\n`);
    expect(rows).toHaveLength(20_001);
    expect(rows.slice(1).every(({ line, cells }, at) => line === 2 + at * 2 && cells[0] === String(at))).toBe(true);
  });

  it('are rejected above 50,000, and above 300 columns', () => {
    expect(splitRows('a\n'.repeat(50_002), ',')).toEqual({ refused: { why: 'tooLong', most: 50_000 } });
    expect(splitRows(`${','.repeat(300)}x\n`, ',')).toEqual({
      refused: { why: 'tooWide', line: 1, cells: 301, most: 300 },
    });
    expect(splitRows('\n \n,\n', ',')).toEqual({ refused: { why: 'withoutRows' } });
  });

  it('match those of a plain CSV parser for any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '=', "'"), maxLength: 60 });
    fc.assert(
      fc.property(text, (given) => {
        const plain = withPlainLineBreaks(given);
        const { data } = Papa.parse<string[]>(plain, { delimiter: ',', newline: '\n' });
        const expected = data.filter((row) => row.some((cell) => cell.trim() !== ''));
        const { rows = [] } = splitRows(plain, ',') as { rows?: RowCells[] };
        expect(rows.map(({ cells }) => cells)).toEqual(expected);
        const lines = rows.map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });
});

it('tells how many cells of which column a spreadsheet has damaged', () => {
  const text = 'Price,Order\n19.00,1.23457E+11\n21.00,"1,2E+11"\n5,####\n7,E+1';
  const { facts } = readTable({ base64: null, text, encoding: null, delimiter: null }) as { facts: TableFacts };
  expect(facts).toMatchObject({ delimiter: ',', unreadable: 0, damaged: [{ at: 1, cells: 3 }] });
});
