// Text is folded for search: case, accents and typographic signs do not matter.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, wordsOfSearch } from '../../src/shared/fold.ts';

describe('folded text', () => {
  it.each([
    ['García', 'garcia'],
    ['GARCI\u0301A', 'garcia'],
    ['O’Brien, O‘Brien, O´Brien, OʼBrien', "o'brien, o'brien, o'brien, o'brien"],
    ['„Größe“ – “5”', '"grosse" - "5"'],
    ['İIıi', 'iiii'],
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Łódź Ørsted Æon Œuvre Đorđe', 'lodz orsted aeon oeuvre dorde'],
    ['ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
    ['１０４２\u200b ﬁ\u00ad ㎏', '1042 fi kg'],
    ['日本語 🎁', '日本語 🎁'],
    ['one\ntwo', 'one\ntwo'],
  ])('of "%s" is "%s"', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('of ASCII differs only in case, so stored ASCII is never folded again', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (text) => foldText(text) === text.toLowerCase()));
  });

  it('stays the same when folded again, and after lower-casing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
        expect(foldText(text.toLowerCase())).toBe(foldText(text));
      }),
    );
  });
});

it('a search is folded and split at its blanks', () => {
  expect(wordsOfSearch('  Ana\u00a0García ')).toEqual(['ana', 'garcia']);
  expect(wordsOfSearch('\u0301')).toEqual([]);
});
