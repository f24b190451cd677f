// Replays a delivery: to another address, or as a cURL command.
import { type Dispatcher, request } from 'undici';
import type { ReplayAnswer } from '../../../shared/inbox.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { DeliveryRecord } from '../../catalog/deliveries.ts';
import { hideKeys, hideKeysInBytes } from './verify.ts';

const t = texts.inbox.replay;

const TIMEOUT_MS = 15_000;
const SHOWN_BYTES = 2_048;

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

const bytesOf = ({ encoding }: DeliveryRecord, body: string): Buffer => Buffer.from(body, encoding);

/** Uses the system's proxy and certificates. The signal aborts it. */
export type DispatcherFor = (url: string, signal: AbortSignal) => Dispatcher;

/**
 * POSTs the delivery; `key` goes along as `Webhook-Key`, null for none. Follows no redirect. Never throws. What is shown
 * of the answer has none of `hidden` in it: the receiver may know keys that it was not sent.
 */
export async function replay(
  record: DeliveryRecord,
  body: string,
  url: string,
  key: string | null,
  hidden: readonly string[],
  dispatcherFor: DispatcherFor,
): Promise<ReplayAnswer> {
  const began = performance.now();
  const tookMs = () => Math.round(performance.now() - began);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const dispatcher = dispatcherFor(url, signal);
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: [...headersToSend(record), ...(key === null ? [] : [['Webhook-Key', key]])].flat() as string[],
      body: bytesOf(record, body),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= SHOWN_BYTES) break;
    }
    // Hidden before cutting, which could leave part of a key.
    const shown = hideKeysInBytes(Buffer.concat(chunks), hidden).subarray(0, SHOWN_BYTES);
    return { status: answer.statusCode, body: shown.toString('utf8'), tookMs: tookMs(), problem: null };
  } catch (error) {
    return { status: null, body: '', tookMs: tookMs(), problem: hideKeys(reasonOf(error), hidden) };
  } finally {
    await dispatcher.destroy();
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return t.noAnswerWithin({ seconds: TIMEOUT_MS / 1_000 });
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return t.nothingListens;
  if (code === 'ENOTFOUND') return t.noHost;
  return error.message || code || error.name;
}

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
  return isText ? command : `printf %s ${quoted(bytesOf(record, body).toString('base64'))} | base64 -d | ${command}`;
}
