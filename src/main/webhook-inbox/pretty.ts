// A delivery as text: in the document's shape (section 6), indented without changing a single token of its body.
import type { DeliveryRecord } from './record.ts';

/** Deeper levels are not indented further, or a deeply nested body would become a text of any size. */
const DEEPEST = 40;

const breakTo = (level: number): string => `\n${'  '.repeat(Math.min(level, DEEPEST))}`;

/**
 * Indents JSON that is known to be valid. The tokens stay as they came: a number keeps all its digits, a key that is
 * there twice stays twice, and the order is the sender's.
 */
export function indentJson(json: string, level = 0): string {
  const parts: string[] = [];
  let depth = level;
  // Strings, runs of other tokens, and each mark of structure.
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      parts.push(token, breakTo(depth));
    } else if (token === '}' || token === ']') {
      depth -= 1;
      parts.push(breakTo(depth), token);
    } else if (token === ',') parts.push(token, breakTo(depth));
    else if (token === ':') parts.push(': ');
    else parts.push(token.startsWith('{') ? '{}' : token.startsWith('[') ? '[]' : token);
  }
  return parts.join('');
}

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
