// The service's errors of fields, and the fields of the form that they belong to.
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/main/outbox/change.ts';
import { describeRefusedFields, refusedFields, refusedSignIn } from '../../src/main/sync/refused-fields.ts';

const rejected = (payload: unknown, answer: unknown): Change =>
  ({ state: 'rejected', payload, answer: JSON.stringify(answer) }) as Change;
const product = { kind: 'product.create', fields: {} };

describe('a rejected change', () => {
  it.each([
    ['the answer itself', { product_title: 'Taken.' }],
    ['in its errors', { message: 'No.', errors: { product_title: ['Taken.'] } }],
  ])('has the errors of the service at its form fields: %s', (_, answer) => {
    expect(refusedFields(rejected(product, answer))).toEqual({ productTitle: 'Taken.' });
    expect(describeRefusedFields(rejected(product, answer))).toBe('product_title: Taken.');
  });

  it.each([
    [{ message: 'No.', product_title: 'Logo' }],
    [['No.']],
    [{ errors: [{ field: 'product_title' }] }],
    ['<html>'],
  ])('has none from %j', (answer) => expect(describeRefusedFields(rejected(product, answer))).toBe(''));

  it('has none once it is no longer rejected', () => {
    expect(refusedFields({ ...rejected(product, { product_title: 'Taken.' }), state: 'needs-review' })).toEqual({});
  });
});

it('a refused sign-in has the errors of its two fields', () => {
  const errors = { email: ['Unknown.'], password: 'Too old.', shop: ['Closed.'], __proto__: ['No.'] };
  expect(refusedSignIn(JSON.stringify({ message: 'Invalid', errors }))).toEqual({
    email: 'Unknown.',
    password: 'Too old.',
  });
  expect(refusedSignIn('{"message":"Invalid"}')).toEqual({});
});
