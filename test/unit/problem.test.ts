// Problems: a typed error with a sentence per field, never a stack trace.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { linkDraftSchema } from '../../src/shared/payment-link.ts';
import { fieldErrors, ok, problemSchema, refuse } from '../../src/shared/problem.ts';

describe('a problem', () => {
  it('has a code, a message, and fields only if there are some', () => {
    expect(refuse('conflict', 'It is being sent.')).toStrictEqual({
      ok: false,
      problem: { code: 'conflict', message: 'It is being sent.' },
    });
    expect(refuse('invalid', 'A field is wrong.', { email: 'Enter your email' })).toStrictEqual({
      ok: false,
      problem: { code: 'invalid', message: 'A field is wrong.', fields: { email: 'Enter your email' } },
    });
  });

  it('has the shape that crosses to the renderer, and nothing else crosses', () => {
    const { problem } = refuse('storage', 'The disk is full.');
    expect(problemSchema.parse({ ...problem, stack: 'at secret.ts:1', cause: {} })).toStrictEqual(problem);
    expect(problemSchema.safeParse({ code: 'EACCES', message: 'x' }).success).toBe(false);
  });

  it('is the other case of a result', () => {
    expect(ok(5)).toStrictEqual({ ok: true, value: 5 });
    expect(ok(undefined)).toStrictEqual({ ok: true, value: undefined });
  });
});

describe('the errors of a form', () => {
  it('are keyed by the dotted path of the field, the first message of each', () => {
    const result = linkDraftSchema.safeParse({
      prices: [
        { currencyId: 2, priceCents: 100, discountCents: 100 },
        { currencyId: 2, priceCents: 0, discountCents: null },
      ],
      useOnce: false,
      metadata: [{ key: '', value: '\t' }],
    });
    if (result.success) return expect.fail('it was taken');
    expect(fieldErrors(result.error)).toMatchObject({
      'prices.0.discountCents': 'The discounted price must be lower than the price',
      'prices.1.priceCents': 'The price must be more than 0',
      'metadata.0.key': 'Enter a key',
    });
  });

  it('use the empty path if they belong to the whole form', () => {
    const result = z.array(z.int()).min(1, 'Add one').safeParse([]);
    expect(result.error && fieldErrors(result.error)).toEqual({ '': 'Add one' });
  });

  it('use the first of several messages of a field', () => {
    const schema = z.object({ a: z.string().min(3, 'first').regex(/x/, 'second') });
    const { error } = schema.safeParse({ a: 'b' });
    expect(error && fieldErrors(error)).toEqual({ a: 'first' });
  });
});
