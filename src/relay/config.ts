// The relay's configuration: one JSON file, which holds all its secrets.
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { keySchema, seedSchema } from '../team-protocol/invite.ts';

const keyBytes = keySchema.transform((text) => new Uint8Array(Buffer.from(text, 'base64url')));

const count = (otherwise: number) => z.int().positive().default(otherwise);

const limitsSchema = z.strictObject({
  bodyBytes: count(1024 * 1024),
  headerBytes: count(16 * 1024),
  /** How long a sender may take to send its headers, and its whole request, in ms. */
  headersMs: count(10_000),
  requestMs: count(30_000),
  /** How long JetStream may take to acknowledge, over all attempts, in ms. One election of a leader took 13.5 s. */
  publishMs: count(20_000),
  /** For each token: requests per second on average, and in a burst. */
  perSecond: count(500),
  burst: count(10_000),
  /** For each token: body bytes per second on average, and in a burst. The stream keeps 1 GB. */
  bytesPerSecond: count(256 * 1024),
  burstBytes: count(64 * 1024 * 1024),
  /** For each sender, before its token is checked: requests per second on average, and in a burst. */
  senderPerSecond: count(500),
  senderBurst: count(10_000),
  /** The most memory for requests that wait for their acknowledgement, in bytes. */
  pendingBytes: count(64 * 1024 * 1024),
  connections: count(2_000),
});

export const relayConfigSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1'),
  /** 0 takes any free port. */
  port: z.int().min(0).max(65_535),
  nats: z.strictObject({
    servers: z.array(z.url({ protocol: /^tls$/ })).min(1),
    /** The servers' CA certificate, as PEM; null if the system knows it. */
    ca: z.string().nullable(),
    seed: seedSchema,
  }),
  /** Has several while a new address replaces an old one. */
  tokens: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{32,128}$/))
    .min(1)
    .max(100),
  deliveryKey: keyBytes,
  signingKey: keyBytes,
  limits: limitsSchema.prefault({}),
});

export type RelayConfig = z.infer<typeof relayConfigSchema>;
export type RelayConfigFile = z.input<typeof relayConfigSchema>;

/** Throws an error that leaves out the file's contents, which are secret. */
export function readConfig(path: string): RelayConfig {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new Error(`Other users may read ${path}, which holds keys. Run: chmod 600 ${path}`);
  }
  try {
    return relayConfigSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const issues = error instanceof z.ZodError ? error.issues : [];
    const wrong = issues.map(({ path, code }) => `${path.join('.')} (${code})`).join(', ') || 'it is not JSON';
    throw new Error(`${path} is not a configuration of the relay: ${wrong}.`);
  }
}
