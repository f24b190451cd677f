// Channels of the team.
import { z } from 'zod';
import { inviteInputSchema, storePreviewSchema, teamViewSchema } from '../team.ts';
import { nothing } from './parts.ts';

export const teamChannels = {
  'team.get': { input: nothing, output: teamViewSchema },
  /** Of stores with records; why the server could not be asked, in words. Changes nothing. */
  'team.preview': {
    input: z.object({ invite: inviteInputSchema }),
    output: z.object({ stores: z.array(storePreviewSchema), problem: z.string().nullable() }),
  },
  'team.join': { input: z.object({ invite: inviteInputSchema }), output: nothing },
  /** The deliveries and sales that this computer has stay. */
  'team.leave': { input: nothing, output: nothing },
} as const;
