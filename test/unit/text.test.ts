// Text validation: trimmed, not empty, no control characters except line breaks in the description.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productFieldsSchema } from '../../src/shared/product.ts';
import { hasControlCharacter, lineOfText, linesOfText, noteSchema } from '../../src/shared/text.ts';

const line = lineOfText(() => 'Enter the product title');
const lines = linesOfText(() => 'Enter the product description');
const isControl = (character: string) => /\p{Cc}/u.test(character);
/** All control characters, C0 and C1. */
const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(isControl);

const firstMessage = (schema: typeof line, text: string) => schema.safeParse(text).error?.issues[0]?.message;

describe('a line of text', () => {
  it('is trimmed, and otherwise unchanged in any script', () => {
    for (const text of ['Logo design', 'Ωμέγα', 'شعار', '日本語', '👩‍👩‍👧 café', '<b>&amp;</b>', '__proto__']) {
      expect(line.parse(`  ${text}\n `)).toBe(text);
    }
  });

  it.each(['', ' ', '\t\n', '\u00a0\u2003'])('is required by name (%j)', (text) => {
    expect(firstMessage(line, text)).toBe('Enter the product title');
    expect(firstMessage(lines, text)).toBe('Enter the product description');
  });

  it('is rejected with any of the 65 control characters, including line breaks', () => {
    expect(CONTROLS).toHaveLength(65);
    for (const control of CONTROLS) {
      expect(firstMessage(line, `a${control}b`), JSON.stringify(control)).toContain('control characters');
      expect(hasControlCharacter(`a${control}b`)).toBe(true);
    }
  });

  it('is rejected only for control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const trimmed = text.trim();
        const fine = trimmed !== '' && ![...trimmed].some(isControl);
        expect(line.safeParse(text).success).toBe(fine);
      }),
    );
  });
});

describe('text of several lines', () => {
  it.each(['a\nb', 'a\r\nb', 'a\n\n\nb'])('keeps its line breaks (%j)', (text) => {
    expect(lines.parse(text)).toBe(text);
  });

  it('is rejected with any control character other than a line break', () => {
    for (const control of CONTROLS.filter((character) => character !== '\n' && character !== '\r')) {
      expect(firstMessage(lines, `a${control}b`), JSON.stringify(control)).toContain('line breaks are fine');
    }
  });
});

describe('the texts of a product', () => {
  const fields = {
    buttonTitle: 'Order now',
    productTitle: 'Logo design',
    productDescription: 'Three drafts.\nTwo rounds.',
  };

  it('allow line breaks in the description only', () => {
    expect(productFieldsSchema.parse(fields)).toEqual(fields);
    expect(productFieldsSchema.safeParse({ ...fields, buttonTitle: 'a\nb' }).success).toBe(false);
    expect(productFieldsSchema.safeParse({ ...fields, productTitle: 'a\nb' }).success).toBe(false);
  });
});

describe('a private note', () => {
  it('that is too long is rejected with its length', () => {
    expect(firstMessage(noteSchema, 'x'.repeat(2_345))).toBe('Use at most 2,000 characters; this text has 2,345');
    expect(firstMessage(noteSchema, ` ${'x'.repeat(2_000)} `)).toBeUndefined();
  });
});
