import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentIfJson } from '../../src/shared/indent-json.ts';

describe('an indented response', () => {
  it('is an indented object or list with unchanged tokens', () => {
    expect(indentIfJson('{"id":12345678901234567890,"price":60.10,"id":1,"a":{},"b":[1,[]]}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "price": 60.10,\n  "id": 1,\n  "a": {},\n  "b": [\n    1,\n    []\n  ]\n}',
    );
  });

  it.each(['', '1', '"ok"', 'Bad gateway', '<b>{no}</b>', '{"cut":"off'])(
    'stays as it came where it is not: %s',
    (text) => {
      expect(indentIfJson(text)).toBe(text);
    },
  );

  it('has the same value, for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(indentIfJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });
});
