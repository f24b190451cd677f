// When a form shows errors: at visited fields, and after a submit everywhere except in rows added since.
import { describe, expect, it } from 'vitest';
import { ShownErrors } from '../../src/renderer/components/shown-errors.ts';

const row = (rowKey: string, price: string) => ({ rowKey, price, discount: '' });
const form = (...prices: ReturnType<typeof row>[]) => ({ title: '', prices });
const wrong = { title: 'Enter a title', 'prices.0.price': 'No amount', 'prices.1.price': 'No amount' };

describe('errors of a form', () => {
  it('appear before the first submit only at visited fields with content', () => {
    const shown = new ShownErrors();
    const typed = form(row('a', 'x'), row('b', ' '));
    expect(shown.of(wrong, typed)).toEqual({});
    shown.leave('prices.0.price', typed);
    shown.leave('prices.1.price', typed);
    shown.leave('title', typed);
    expect(shown.of(wrong, typed)).toEqual({ 'prices.0.price': 'No amount' });
  });

  it('disappear once fixed, and return only when the field is left again', () => {
    const shown = new ShownErrors();
    const typed = form(row('a', 'x'));
    shown.leave('prices.0.price', typed);
    expect(shown.of({}, form(row('a', '1')))).toEqual({});
    expect(shown.of({ 'prices.0.price': 'No amount' }, typed)).toEqual({});
    shown.leave('prices.0.price', typed);
    expect(shown.of({ 'prices.0.price': 'No amount' }, typed)).toEqual({ 'prices.0.price': 'No amount' });
  });

  it('appear after a submit everywhere, except in a row added since', () => {
    const shown = new ShownErrors();
    shown.try(form(row('a', '')));
    const added = form(row('a', ''), row('b', ''));
    expect(shown.of(wrong, added)).toEqual({ title: 'Enter a title', 'prices.0.price': 'No amount' });
    shown.try(added);
    expect(shown.of(wrong, added)).toEqual(wrong);
  });

  it('stay with their row when one above it is removed', () => {
    const shown = new ShownErrors();
    const two = form(row('a', '1'), row('b', 'x'));
    shown.leave('prices.1.price', two);
    expect(shown.of({ 'prices.1.price': 'No amount' }, two)).toEqual({ 'prices.1.price': 'No amount' });
    expect(shown.of({ 'prices.0.price': 'No amount' }, form(row('b', 'x')))).toEqual({ 'prices.0.price': 'No amount' });
  });
});
