// Joins chunks of bytes into one array.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Bytes } from '../../src/shared/bytes.ts';

it('joins chunks of any size', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (parts) => {
      const bytes = new Bytes();
      for (const part of parts) bytes.add(part);
      expect(bytes.length).toBe(parts.reduce((sum, { length }) => sum + length, 0));
      expect([...bytes.whole]).toEqual(parts.flatMap((part) => [...part]));
    }),
  );
});
