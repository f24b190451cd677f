// Holds the cutting of long names to its length, and to keeping both ends.
import { describe, expect, it } from 'vitest';
import { cutInMiddle } from '../../src/shared/text.ts';

describe('a long name', () => {
  it('keeps its beginning and its end, and is never longer than asked', () => {
    const cut = cutInMiddle(`orders-${'x'.repeat(200)}-may.csv`, 21);
    expect(cut).toBe('orders-xxx…xx-may.csv');
    expect(cutInMiddle('😀'.repeat(30), 5)).toBe('😀😀…😀😀');
    expect(cutInMiddle('orders.csv', 10)).toBe('orders.csv');
  });
});
