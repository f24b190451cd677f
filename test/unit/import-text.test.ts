// Decoding an import file: encodings, delimiters, quotes, and the line of each row.
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { decode, findEncoding, whyNotText } from '../../src/main/import/file/decode.ts';
import { findDelimiter, readTable, withPlainLineBreaks } from '../../src/main/import/file/table.ts';

const TEXT = 'Produkt;Preis\nCafé “groß”;12,50 €\n';
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('the encoding of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`), 'utf-8'],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without one', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16 with a byte order mark', utf16be(`\uFEFF${TEXT}`), 'utf-16be'],
    ['big-endian UTF-16 without one', utf16be(TEXT), 'utf-16be'],
  ])('is detected for %s', (_name, bytes, encoding) => {
    const found = findEncoding(bytes);
    expect(found).toMatchObject({ encoding, certain: true });
    expect(decode(bytes, found.encoding)).toBe(TEXT);
  });

  it('is Windows-1252 if the bytes are invalid UTF-8, without certainty', () => {
    // "Café “groß”;12,50 €" from a spreadsheet on Windows.
    const bytes = Buffer.from('436166e920 93 67726fdf 94 3b31322c353020 80'.replaceAll(' ', ''), 'hex');
    const found = findEncoding(bytes);
    expect(found).toEqual({ encoding: 'windows-1252', hasMark: false, certain: false });
    expect(decode(bytes, 'windows-1252')).toBe('Café “groß”;12,50 €');
  });

  it('is Shift_JIS if the bytes are invalid UTF-8 and Japanese, without certainty', () => {
    // "商品,価格,備考\nロゴ,400,ｶﾅ" from a spreadsheet in Japan.
    const bytes = Buffer.from(
      '8fa4 9569 2c 89bf 8a69 2c 94f5 8d6c 0a 838d 8353 2c 343030 2c b6c5'.replaceAll(' ', ''),
      'hex',
    );
    expect(findEncoding(bytes)).toEqual({ encoding: 'shift_jis', hasMark: false, certain: false });
    expect(decode(bytes, 'shift_jis')).toBe('商品,価格,備考\nロゴ,400,ｶﾅ');
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
    ['a PDF', Buffer.from('%PDF-1.7'), 'PDF'],
  ])('is not detected in %s', (_name, bytes, words) => {
    expect(whyNotText(bytes)).toContain(words);
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
  ])('of %j is %j', (text, delimiter) => {
    expect(findDelimiter(text)).toBe(delimiter);
  });
});

const read = async (text: string, delimiter: ',' | ';' | '\t' = ',') => {
  const table = await readTable(withPlainLineBreaks(text), delimiter);
  if (!table.ok) throw new Error(table.why);
  return table.rows;
};

describe('the rows of a table', () => {
  it('have the line where they begin, also after line breaks in quotes and blank lines', async () => {
    const rows = await read('a,b\r\n"one\r\ntwo",1\r\n\r\n,,\r\n"x ""y""",2\rlast,3');
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'a', 'b'],
      [2, 'one\ntwo', '1'],
      [6, 'x "y"', '2'],
      [7, 'last', '3'],
    ]);
    expect(rows.every(({ quotes }) => quotes === null)).toBe(true);
  });

  it('omit the line in which a spreadsheet names the delimiter, and count it', async () => {
    expect(await read('sep=;\r\na;b\r\n1;2', ';')).toMatchObject([
      { line: 2, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ]);
  });

  it('report the lines of an unclosed quotation mark', async () => {
    const rows = await read('a,b\n1,"open\n2,x\n3,y\n');
    expect(rows[1]?.quotes).toBe(
      'Lines 2 to 4 were read as one row: a quotation mark that opens in line 2 is never closed',
    );
  });

  it('report a misplaced quotation mark', async () => {
    expect((await read('a,b\n1,"x"y\n'))[1]?.quotes).toContain('a quotation mark in line 2 stands where none can');
  });

  it('keep their lines across the chunks of a long text', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `${at},"first\nsecond of ${at}",${'x'.repeat(at % 50)}`);
    const rows = await read(`n,text,x\n${lines.join('\n')}\n`);
    expect(rows).toHaveLength(20_001);
    expect(rows.slice(1).every(({ line, cells }, at) => line === 2 + at * 2 && cells[0] === String(at))).toBe(true);
  });

  it('are rejected above 50,000, and above 300 columns', async () => {
    expect(await readTable('a\n'.repeat(50_002), ',')).toEqual({
      ok: false,
      why: expect.stringContaining('more than 50,000 rows'),
    });
    expect(await readTable(`${','.repeat(300)}x\n`, ',')).toEqual({
      ok: false,
      why: expect.stringContaining('At most 300 columns'),
    });
    expect(await readTable('\n \n,\n', ',')).toEqual({ ok: false, why: 'There are no rows in it.' });
  });

  it('match those of a plain CSV parser for any text', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '=', "'"), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const plain = withPlainLineBreaks(given);
        const { data } = Papa.parse<string[]>(plain, { delimiter: ',', newline: '\n' });
        const expected = data.filter((row) => row.some((cell) => cell.trim() !== ''));
        const table = await readTable(plain, ',');
        expect(table.ok ? table.rows.map(({ cells }) => cells) : []).toEqual(expected);
        const lines = table.ok ? table.rows.map(({ line }) => line) : [];
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });
});
