// Field errors in rejections of the service, and their form fields.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFieldErrors } from '../../src/main/service/field-errors.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import { describeRefusedFields, refusedFields, refusedSignIn } from '../../src/main/sync/refused-fields.ts';

const read = (value: unknown) =>
  readFieldErrors(JSON.stringify(value)).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the field errors of a response', () => {
  it.each([
    [{ errors: { title: ['Taken.', 'Too long.'] } }, ['title: Taken. Too long.']],
    [{ message: 'No.', errors: { 'prices.0.price': ['Too low.'] } }, ['prices.0.price: Too low.']],
    [{ errors: { 'prices[1][amount]': 'Too low.' } }, ['prices.1.amount: Too low.']],
    [{ errors: { prices: [{ price: ['Too low.'] }] } }, ['prices.0.price: Too low.']],
    [{ errors: [{ field: 'title', message: 'Taken.' }] }, ['title: Taken.']],
    [{ errors: [{ source: { pointer: '/data/attributes/title' }, detail: 'Taken.' }] }, ['title: Taken.']],
    [{ detail: [{ loc: ['body', 'prices', 0, 'price'], msg: 'Too low.' }] }, ['prices.0.price: Too low.']],
    [{ errors: { title: ['\u202eTaken.'] } }, ['title: Taken.']],
    [{ errors: 'No.' }, []],
    [{ detail: 'No.' }, []],
    [['No.'], []],
    [{ errors: { title: [] } }, []],
  ])('%j', (answer, said) => {
    expect(read(answer)).toEqual(said);
  });

  it('are parsed from any response without a crash, and limited in size', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 12 }), (errors) => {
        const found = readFieldErrors(`{"errors":${errors}}`);
        expect(found.length).toBeLessThanOrEqual(50);
        for (const { path, message } of found) {
          expect(path.length).toBeGreaterThan(0);
          expect(message.length).toBeLessThanOrEqual(300);
        }
      }),
      { numRuns: 500 },
    );
    expect(readFieldErrors(`{"errors":${'{"":'.repeat(10_000)}1${'}'.repeat(10_000)}}`)).toEqual([]);
    expect(readFieldErrors('<html>')).toEqual([]);
  });
});

const rejected = (payload: unknown, errors: unknown): Action =>
  ({ state: 'rejected', payload, answer: JSON.stringify({ errors }) }) as Action;

describe('the sentence about refused fields', () => {
  const product = { kind: 'product.create', fields: {} };
  const said = (payload: unknown, errors: unknown) => describeRefusedFields(rejected(payload, errors), false);

  it('names them as the form does', () => {
    expect(said(product, { product_title: ['The title is taken'], shop: ['Closed.'] })).toBe(
      'Product title: The title is taken. shop: Closed.',
    );
    const draft = { prices: [{}], metadata: [{ key: 'order', value: '1' }] };
    expect(said({ kind: 'link.create', draft }, { 'prices.0.price': ['Too low.'], 'metadata.order': ['No.'] })).toBe(
      'Price: Too low. order: No.',
    );
    expect(said({ kind: 'settings.update' }, { url: ['Unreachable.'] })).toBe('Webhook URL: Unreachable.');
    expect(said(product, undefined)).toBe('');
  });

  it('leaves out those that a form shows at its fields', () => {
    const refused = rejected(product, { product_title: ['The title is taken.'], shop: ['Closed.'] });
    expect(describeRefusedFields(refused, true)).toBe('shop: Closed.');
  });

  it('stays short', () => {
    const errors = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, ['x'.repeat(300)]]));
    expect(said(product, errors)).toMatch(/The service named 2 more fields\.$/);
    expect(said(product, errors).length).toBeLessThan(600);
  });
});

describe('a rejected change', () => {
  it('has the service’s errors at its form fields, and the rest beside them', () => {
    const product = { kind: 'product.create', fields: {} };
    expect(refusedFields(rejected(product, { product_title: ['Taken.'], title: ['No.'], shop: ['Closed.'] }))).toEqual({
      fields: { productTitle: 'Taken. No.' },
      others: [{ field: 'shop', message: 'Closed.' }],
    });
    const draft = {
      prices: [{}, {}],
      metadata: [
        { key: 'order', value: '1' },
        { key: 'a.b', value: '2' },
      ],
    };
    const errors = {
      'prices.0.amount': ['Too low.'],
      'prices.1.currency_id': ['Not known.'],
      'prices.1.discount_price': ['Too high.'],
      'prices.2.price': ['Not there.'],
      prices: ['Too many.'],
      'metadata.a.b': ['Too long.'],
      'metadata.other': ['Not known.'],
      use_once: ['Not now.'],
      __proto__: ['No.'],
    };
    expect(refusedFields(rejected({ kind: 'link.create', draft }, errors))).toEqual({
      fields: {
        'prices.0.price': 'Too low.',
        'prices.1.currencyId': 'Not known.',
        'prices.1.discount': 'Too high.',
        prices: 'Too many.',
        'metadata.1.value': 'Too long.',
      },
      others: [
        { field: 'prices.2.price', message: 'Not there.' },
        { field: 'metadata.other', message: 'Not known.' },
        { field: 'use_once', message: 'Not now.' },
      ],
    });
    expect(refusedFields({ ...rejected(product, { title: ['Taken.'] }), state: 'needs-review' })).toEqual({
      fields: {},
      others: [],
    });
  });

  it('of a sign-in maps its two fields to those of the form', () => {
    const errors = { email: ['Unknown.'], password: 'Too old.', shop: ['Closed.'], __proto__: ['No.'] };
    expect(refusedSignIn(JSON.stringify({ message: 'Invalid', errors }))).toEqual({
      fields: { email: 'Unknown.', password: 'Too old.' },
      others: [{ field: 'shop', message: 'Closed.' }],
    });
    expect(refusedSignIn('{"message":"Invalid"}')).toEqual({ fields: {}, others: [] });
  });
});
