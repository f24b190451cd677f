// A team, and its channels: the seller's computers that get the same sales, through a server and a relay of their own.
import { z } from 'zod';
import { nothing } from './contract/parts.ts';
import { texts } from './texts/main.ts';

export const inviteInputSchema = z
  .string()
  .trim()
  .min(1, { error: () => texts.fields.team.enterInvite })
  .max(20_000);

/**
 * `none`: in no team · `connecting`: the first attempt is running · `offline`: the server cannot be reached · `revoked`: it
 * refuses this computer · `locked`: the invite is in the system's key store, which is locked · `forgotten`: without a key store
 * the invite was in memory only, and the app has been restarted since.
 */
export const teamStateSchema = z.enum(['none', 'connecting', 'connected', 'offline', 'revoked', 'locked', 'forgotten']);
export type TeamState = z.infer<typeof teamStateSchema>;

export const teamComputerSchema = z.object({
  /** Two computers may have the same name: one that was revoked, and one that was invited afterwards. */
  id: z.string(),
  name: z.string(),
  isThis: z.boolean(),
  /** When it was last connected, ms since 1970. */
  lastSeen: z.number(),
  /** Changes on it that are not on the service yet. */
  waiting: z.int(),
});
export type TeamComputer = z.infer<typeof teamComputerSchema>;

/** What a store has here. */
export const storePreviewSchema = z.object({ name: z.string(), products: z.int(), links: z.int() });
export type StorePreview = z.infer<typeof storePreviewSchema>;

export const teamViewSchema = z.object({
  state: teamStateSchema,
  /** The name of this computer in the team; null outside of one. */
  computer: z.string().nullable(),
  /** The relay's webhook address; null if it is not known. */
  relayUrl: z.string().nullable(),
  /** Why the server cannot be reached, in words. */
  problem: z.string().nullable(),
  /** Changes that the other computers do not have yet, without the next ones. */
  unshared: z.int(),
  /** Changes of records that a newer version of the app has written. */
  newer: z.int(),
  /** The server is full. */
  isFull: z.boolean(),
  /** Records on the server that were not fetched yet; null while that is not known. */
  toFetch: z.int().nullable(),
  computers: z.array(teamComputerSchema),
});
export type TeamView = z.infer<typeof teamViewSchema>;

export const teamChannels = {
  'team.get': { input: nothing, output: teamViewSchema },
  /** Of stores with records. Contacts nobody, and changes nothing. */
  'team.preview': {
    input: z.object({ invite: inviteInputSchema }),
    output: z.object({ stores: z.array(storePreviewSchema) }),
  },
  'team.join': { input: z.object({ invite: inviteInputSchema }), output: nothing },
  /** The deliveries and sales that this computer has stay. */
  'team.leave': { input: nothing, output: nothing },
} as const;
