// The invite: a secret code with which one computer joins a team.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { KEY_BYTES } from './seal.ts';

const PREFIX = 'storefront-team-1-';
const CHECKSUM_CHARACTERS = 8;

/** Base64url of 32 bytes. */
export const keySchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .refine((text) => Buffer.from(text, 'base64url').length === KEY_BYTES);

/** The NKey seed of a user on the server. */
export const seedSchema = z.string().regex(/^SU[A-Z2-7]{56}$/);

/** How long an unused invite stays valid, in ms. Then the server removes its computer, and the app refuses it. */
export const INVITE_MS = 24 * 60 * 60 * 1000;

export const inviteSchema = z.object({
  /** When the invite was made, ms since 1970. */
  at: z.int().nonnegative(),
  /** Identifies the team; never changes. */
  team: z.string().regex(/^[a-z0-9]{8,32}$/),
  /** The computer's name, as given to `invite`. */
  computer: z.string().min(1).max(100),
  /** Addresses of NATS servers, `tls://host:port`. */
  servers: z
    .array(z.url({ protocol: /^tls$/ }))
    .min(1)
    .max(20),
  /** The servers' CA certificate, as PEM; null if the system knows it. */
  ca: z.string().nullable(),
  /** The NKey seed of this computer's user on the server. */
  seed: seedSchema,
  dataKey: keySchema,
  deliveryKey: keySchema,
  /** The public key that verifies the relay's signatures. */
  relayKey: keySchema,
  /** The relay's webhook address, with its token. */
  relayUrl: z.url({ protocol: /^https?$/ }),
});
export type Invite = z.infer<typeof inviteSchema>;

export function encodeInvite(invite: Invite): string {
  const payload = Buffer.from(JSON.stringify(invite)).toString('base64url');
  return `${PREFIX}${checksum(payload)}${payload}`;
}

/** `not-an-invite`: other text · `incomplete`: cut or mistyped · `other-version`: made by a newer app */
export type InviteProblem = 'not-an-invite' | 'incomplete' | 'other-version';

/** Ignores spaces and line breaks, which copying from a mail adds. */
export function decodeInvite(text: string): Invite | InviteProblem {
  const code = text.replace(/\s+/g, '');
  if (!code.startsWith(PREFIX)) return /^storefront-team-\d+-/.test(code) ? 'other-version' : 'not-an-invite';
  const typedChecksum = code.slice(PREFIX.length, PREFIX.length + CHECKSUM_CHARACTERS);
  const payload = code.slice(PREFIX.length + CHECKSUM_CHARACTERS);
  if (typedChecksum !== checksum(payload)) return 'incomplete';
  try {
    return inviteSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  } catch {
    return 'other-version';
  }
}

/** Hexadecimal. */
const checksum = (payload: string): string =>
  createHash('sha256').update(payload).digest('hex').slice(0, CHECKSUM_CHARACTERS);
