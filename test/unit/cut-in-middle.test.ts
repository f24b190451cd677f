// Shortening long names in the middle.
import { describe, expect, it } from 'vitest';
import { cutInMiddle } from '../../src/shared/text.ts';

describe('a long name', () => {
  it('keeps both ends, and is never longer than requested', () => {
    const cut = cutInMiddle(`orders-${'x'.repeat(200)}-may.csv`, 21);
    expect(cut).toBe('orders-xxx…xx-may.csv');
    expect(cutInMiddle('😀'.repeat(30), 5)).toBe('😀😀…😀😀');
    expect(cutInMiddle('orders.csv', 10)).toBe('orders.csv');
  });
});
