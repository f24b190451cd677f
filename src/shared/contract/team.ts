// Channels of the team.
import { z } from 'zod';
import { inviteInputSchema, teamViewSchema } from '../team.ts';
import { nothing } from './parts.ts';

export const teamChannels = {
  'team.get': { input: nothing, output: teamViewSchema },
  'team.join': { input: z.object({ invite: inviteInputSchema }), output: nothing },
  /** The deliveries and sales that this computer has stay. */
  'team.leave': { input: nothing, output: nothing },
} as const;
