// Builds a cURL command that sends a delivery to the inbox again.
import type { DeliveryRecord } from '../../catalog/deliveries.ts';

/** Headers that belong to one connection, to one request or to a browser, and the masked key. */
const SKIPPED_HEADERS = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect'],
  ...['proxy-authorization', 'proxy-connection', 'accept-encoding', 'webhook-key', 'origin', 'sec-fetch-site'],
]);

/** A text was unpacked and decoded, and is sent as that. */
const headersToSend = ({ headers, encoding }: DeliveryRecord): [string, string][] =>
  headers.flatMap(([name, values]) => {
    const lower = name.toLowerCase();
    const isText = encoding === 'utf8';
    if (SKIPPED_HEADERS.has(lower) || !HEADER_NAME.test(name) || (isText && lower === 'content-encoding')) return [];
    const isType = isText && lower === 'content-type';
    return values.map((value): [string, string] => [name, isType ? value.replace(/;\s*charset=[^;]*/i, '') : value]);
  });

/** A name with a hidden key is invalid. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The key is taken from the shell variable WEBHOOK_KEY. */
export function asCurl(record: DeliveryRecord, body: string, url: string): string {
  const hasKey = record.headers.some(([name]) => name.toLowerCase() === 'webhook-key');
  const isText = record.encoding === 'utf8' && !body.includes('\0');
  const parts = [
    // Brackets in the sender's path must not be expanded.
    `curl -X POST ${quoted(url)} --globoff`,
    ...headersToSend(record).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(hasKey ? ['-H "Webhook-Key: $WEBHOOK_KEY"'] : []),
    // Unlike --data-binary, it takes a leading @ literally.
    isText ? `--data-raw ${quoted(body)}` : '--data-binary @-',
  ];
  const command = parts.join(' \\\n  ');
  return isText ? command : `printf %s ${quoted(body)} | base64 -d | ${command}`;
}
