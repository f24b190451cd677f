// The handlers of the team's channels.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf } from '../handlers.ts';
import type { Confirm } from '../platform.ts';
import type { Team } from './team.ts';

export const teamHandlers = (team: Team, confirm: Confirm): HandlersOf<'team'> => ({
  'team.get': () => ok(team.view()),
  'team.preview': ({ invite }) => team.preview(invite),
  'team.join': ({ invite }) => team.join(invite, confirm),
  'team.leave': () => team.leave(),
  'team.shareAgain': () => team.shareAgain(),
  'team.remove': ({ id }) => team.remove(id),
});
