// Formats a delivery in the document's shape (section 6), without changing any token of its body.
import { indentJson } from '../../../shared/indent-json.ts';
import type { DeliveryRecord } from './record.ts';

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
