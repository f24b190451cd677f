// Channels of the team.
import { z } from 'zod';
import { inviteInputSchema, storePreviewSchema, teamViewSchema } from '../team.ts';
import { nothing } from './parts.ts';

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
