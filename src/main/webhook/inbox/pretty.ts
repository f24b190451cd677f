// A delivery as text: in the document's shape (section 6), indented without changing a single token of its body.
import { indentJson } from '../../../shared/indent-json.ts';
import type { DeliveryRecord } from './record.ts';

/** The delivery in the document's shape. A body that is no JSON stands there as a string. */
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
