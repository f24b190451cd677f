// JSON is indented to be read, without a change to its values.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indentIfJson } from '../../src/shared/indent-json.ts';

it('indents an object or list, and leaves its tokens unchanged', () => {
  expect(indentIfJson('{"id":12345678901234567890,"price":60.10,"id":1,"a":{},"b":[1,[]]}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "price": 60.10,\n  "id": 1,\n  "a": {},\n  "b": [\n    1,\n    []\n  ]\n}',
  );
});

it('leaves any other text unchanged', () => {
  for (const text of ['', '1', '"ok"', 'Bad gateway', '<b>{no}</b>', '{"cut":"off'])
    expect(indentIfJson(text)).toBe(text);
});

it('keeps the value of any JSON', () => {
  const isKept = (text: string) => isDeepStrictEqual(JSON.parse(indentIfJson(text)), JSON.parse(text));
  fc.assert(fc.property(fc.json(), isKept));
});
