// A team and its channels: the seller's computers, which get the same sales through a server and a relay of their own.
import { z } from 'zod';
import { nothing } from './contract/parts.ts';
import { texts } from './texts/main.ts';

export const inviteInputSchema = z
  .string()
  .trim()
  .min(1, { error: () => texts.fields.team.enterInvite })
  .max(20_000);

/**
 * `none`: not in a team · `connecting`: the first attempt is running · `offline`: the server cannot be reached · `revoked`: it
 * refuses this computer · `locked`: the invite is in the system's key store, which is locked · `forgotten`: without a key store
 * the invite was only in memory, and the app has restarted since.
 */
const STATES = ['none', 'connecting', 'connected', 'offline', 'revoked', 'locked', 'forgotten'] as const;
export type TeamState = (typeof STATES)[number];

export const teamViewSchema = z.object({
  state: z.enum(STATES),
  /** The name of this computer in the team; null outside a team. */
  computer: z.string().nullable(),
  /** The relay's webhook address; null if unknown. */
  relayUrl: z.string().nullable(),
  /** Why the server cannot be reached, in words. */
  problem: z.string().nullable(),
  /** How many changes the other computers do not have yet, without those that `newer` counts. */
  unshared: z.int(),
  /** How many changes are to records that a newer version of the app has written; this version cannot share them. */
  newer: z.int(),
  /** How many records on the server were not fetched yet, as far as known. */
  toFetch: z.int(),
  computers: z.array(
    z.object({
      /** Not the name, because a revoked computer and one invited later may have the same. */
      id: z.string(),
      name: z.string(),
      isThis: z.boolean(),
      /** When the computer was last connected, in ms since 1970. */
      lastSeen: z.number(),
      /** How many of its changes have not reached the service. */
      waiting: z.int(),
    }),
  ),
});
export type TeamView = z.infer<typeof teamViewSchema>;

export const teamChannels = {
  'team.get': { input: nothing, output: teamViewSchema },
  /** What stores with records would share. Contacts nobody and changes nothing. */
  'team.preview': {
    input: z.object({ invite: inviteInputSchema }),
    output: z.object({ stores: z.array(z.object({ name: z.string(), products: z.int(), links: z.int() })) }),
  },
  'team.join': { input: z.object({ invite: inviteInputSchema }), output: nothing },
  /** This computer keeps its deliveries and sales. */
  'team.leave': { input: nothing, output: nothing },
  /** Does by hand what a replaced server needs. */
  'team.shareAgain': { input: nothing, output: nothing },
  /** Removes another computer; what it has not created is decided on this one. */
  'team.remove': { input: z.object({ id: z.string() }), output: nothing },
} as const;
