// How the field errors in a service's answer reach the fields of the form.
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/main/outbox/change.ts';
import { describeRefusedFields, refusedFields, refusedSignIn } from '../../src/main/sync/refused-fields.ts';

const rejected = (payload: unknown, answer: unknown): Change =>
  ({ state: 'rejected', payload, answer: JSON.stringify(answer) }) as Change;
const product = { kind: 'product.create', fields: {} };

describe('a rejected change', () => {
  it.each([
    ['at the top level', { product_title: 'Taken.' }],
    ['under "errors"', { message: 'No.', errors: { product_title: ['Taken.'] } }],
  ])('shows the errors in the answer at its form fields: %s', (_, answer) => {
    expect(refusedFields(rejected(product, answer))).toEqual({ productTitle: 'Taken.' });
    expect(describeRefusedFields(rejected(product, answer))).toBe('product_title: Taken.');
  });

  it.each([
    [{ message: 'No.', product_title: 'Logo' }],
    [['No.']],
    [{ errors: [{ field: 'product_title' }] }],
    ['<html>'],
  ])('has no field errors from %j', (answer) => expect(describeRefusedFields(rejected(product, answer))).toBe(''));

  it('has no field errors once it is no longer rejected', () => {
    expect(refusedFields({ ...rejected(product, { product_title: 'Taken.' }), state: 'needs-review' })).toEqual({});
  });
});

it('a refused sign-in has errors at its two fields only', () => {
  const errors = { email: ['Unknown.'], password: 'Too old.', shop: ['Closed.'], __proto__: ['No.'] };
  expect(refusedSignIn(JSON.stringify({ message: 'Invalid', errors }))).toEqual({
    email: 'Unknown.',
    password: 'Too old.',
  });
  expect(refusedSignIn('{"message":"Invalid"}')).toEqual({});
});
