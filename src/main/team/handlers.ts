// The handlers of the team's channels.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf } from '../handlers.ts';
import type { Team } from './team.ts';

export const teamHandlers = (team: Team): HandlersOf<'team'> => ({
  'team.get': () => ok(team.view()),
  'team.preview': ({ invite }) => team.preview(invite),
  'team.join': ({ invite }) => team.join(invite),
  'team.leave': () => team.leave(),
});
