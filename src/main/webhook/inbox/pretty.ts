// A delivery in the document's shape (section 6), without changing any token of its body.
import type { Delivery as ShownDelivery } from '../../../shared/inbox.ts';
import { indentJson } from '../../../shared/indent-json.ts';
import type { Delivery } from '../../catalog/deliveries.ts';
import { parseJson } from '../../service/outcome.ts';

/** At most this many characters of a text are sent to the window. */
const SHOWN = 200_000;

export function shownDelivery({ record, body }: Delivery): ShownDelivery {
  const { headers, encoding, ...row } = record;
  const byName = JSON.stringify(Object.fromEntries(headers));
  // A body that is not JSON becomes a string.
  const event = parseJson(body) === undefined ? JSON.stringify(body) : body;
  const shape = indentJson(`{"headers":${byName},"content_length":${row.size},"body":${event},"method":"POST"}`);
  return {
    ...row,
    pretty: shape.slice(0, SHOWN),
    cut: shape.length > SHOWN,
    isBinary: encoding === 'base64',
  };
}
