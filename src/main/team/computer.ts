// A computer of the team, as it describes itself, and when it was last seen.
import { z } from 'zod';

export const presenceSchema = z.object({
  name: z.string().max(100),
  /** Changes that are not on the service yet. */
  waiting: z.int().min(0),
  /** The name of the computer in stamps; left out by the first version. */
  device: z.string().max(100).optional(),
});

export const computerSchema = presenceSchema.extend({
  publicKey: z.string(),
  /** By the server's clock, ms since 1970. */
  lastSeen: z.number(),
});
export type Computer = z.infer<typeof computerSchema>;
