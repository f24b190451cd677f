// Formats a delivery in the document's shape (section 6), without changing any token of its body.
import type { Delivery } from '../../../shared/inbox.ts';
import { indentJson } from '../../../shared/indent-json.ts';
import type { DeliveryRecord, Kept } from './record.ts';

/** The window gets at most this many characters of a text. */
const SHOWN = 200_000;

/** A body that is no JSON becomes a string. */
export function documentShape({ headers, contentLength, isJson, method }: DeliveryRecord, body: string): string {
  const lines = headers.map(
    ([name, values]) => `${JSON.stringify(name)}: [${values.map((value) => JSON.stringify(value)).join(', ')}]`,
  );
  const shownHeaders = lines.length === 0 ? '{}' : `{\n    ${lines.join(',\n    ')}\n  }`;
  return [
    '{',
    `  "headers": ${shownHeaders},`,
    `  "content_length": ${contentLength},`,
    `  "body": ${isJson ? indentJson(body, 1) : JSON.stringify(body)},`,
    `  "method": ${JSON.stringify(method)}`,
    '}',
  ].join('\n');
}

export type DeliveryDocument = Omit<Delivery, 'event' | 'sale'>;

/** A delivery as the window shows it. */
export function deliveryDocument({ record, body }: Kept): DeliveryDocument {
  const shape = documentShape(record, body);
  return {
    id: record.id,
    at: record.at,
    verification: record.verification,
    size: record.contentLength,
    isJson: record.isJson,
    path: record.path,
    answered: record.answered,
    pretty: shape.slice(0, SHOWN),
    raw: body.slice(0, SHOWN),
    cut: shape.length > SHOWN || body.length > SHOWN,
    isBinary: record.encoding === 'base64',
  };
}
