// Delivers one event to the seller's webhook: a real HTTP POST (section 6).
import { Agent, request } from 'undici';

export type Delivery =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

export type DeliveryOptions = {
  /** How long to wait for the answer, in ms. */
  readonly timeoutMs: number;
  /** Ends a delivery that is under way, when the store closes. */
  readonly signal: AbortSignal;
};

const KEPT_ANSWER_BYTES = 2_048;

/**
 * POSTs `event`, which is JSON, to `url`, with the header `Webhook-Key` when there is a key. Follows no redirect, tries once
 * (retries: not shown, section 6.6). Returns the receiver's status and the first 2 kB of its response; never throws.
 */
export async function deliverEvent(
  url: string,
  key: string | null,
  event: string,
  options: DeliveryOptions,
): Promise<Delivery> {
  // Its own dispatcher, so that the settings of the surrounding program do not apply.
  const dispatcher = new Agent({ pipelining: 0 });
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Storefront-Practice-Store',
        ...(key === null ? {} : { 'Webhook-Key': key }),
      },
      body: event,
    });
    return { kind: 'answered', status: answer.statusCode, body: await startOf(answer.body) };
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error, options.timeoutMs) };
  } finally {
    await dispatcher.destroy();
  }
}

/** The first bytes of the response as text, as far as they arrived: only the status counts. */
async function startOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= KEPT_ANSWER_BYTES) break;
    }
  } catch {
    // Cut off after its status.
  }
  return Buffer.concat(chunks).subarray(0, KEPT_ANSWER_BYTES).toString('utf8');
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return error.message || code || error.name;
}
