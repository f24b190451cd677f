// Limits the relay's load: token buckets for each webhook address and each sender.
import type { IncomingMessage } from 'node:http';

/** `now` in ms, monotonic. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#tokens = burst;
    this.#at = now();
  }

  /** Returns 0 if `count` may pass now, else the seconds to wait. */
  take(count = 1): number {
    const now = this.now();
    this.#tokens = Math.min(this.burst, this.#tokens + ((now - this.#at) / 1000) * this.perSecond);
    this.#at = now;
    if (this.#tokens < count) return Math.max(1, Math.ceil((count - this.#tokens) / this.perSecond));
    this.#tokens -= count;
    return 0;
  }
}

/** One bucket for each of the most recent senders. */
export class SenderBuckets {
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(
    private readonly newBucket: () => TokenBucket,
    private readonly mostSenders = 10_000,
  ) {}

  take(sender: string): number {
    const bucket = this.#buckets.get(sender) ?? this.newBucket();
    // Moves it to the end: the first one was used least recently.
    this.#buckets.delete(sender);
    this.#buckets.set(sender, bucket);
    const [oldest = ''] = this.#buckets.keys();
    if (this.#buckets.size > this.mostSenders) this.#buckets.delete(oldest);
    return bucket.take();
  }
}

const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.|localhost$)/.test(address);

/** The address of a request's sender. A proxy on this machine appends it to the header, so the last one counts. */
export function senderOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = isLoopback(peer) ? /([^\s,]+)\s*$/.exec(String(headers['x-forwarded-for'] ?? ''))?.[1] : undefined;
  return networkOf(forwarded ?? peer);
}

/** Only the first half of an IPv6 address identifies a sender, who can choose the other half. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [first = '', second] = address.split('::');
  const groups = first === '' ? [] : first.split(':');
  const filled = second === undefined ? groups : [...groups, '0', '0', '0', '0'];
  return filled.slice(0, 4).join(':');
}
