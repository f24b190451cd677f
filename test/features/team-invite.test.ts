// An invite that has ended is refused before anything is asked or contacted.
import { createUser } from '@nats-io/nkeys';
import { expect, it, onTestFinished, vi } from 'vitest';
import { texts } from '../../src/shared/texts/main.ts';
import { encodeInvite, INVITE_MS } from '../../src/team-protocol/invite.ts';
import { TeamComputer } from '../support/team-computer.ts';

const key = Buffer.alloc(32).toString('base64url');
const inviteOf = (at: number): string =>
  encodeInvite({
    ...{ at, team: 'teamteam', computer: 'Anna', servers: ['tls://127.0.0.1:1'], ca: null },
    ...{ seed: new TextDecoder().decode(createUser().getSeed()), dataKey: key, deliveryKey: key, relayKey: key },
    relayUrl: 'https://relay.example/hooks/x',
  });

it('is refused a day after it was made, in a sentence that says so', async () => {
  const computer = new TeamComputer();
  onTestFinished(() => computer.remove());
  await computer.start();
  const confirm = vi.fn(async () => false);
  const { expired } = texts.team.invite;
  const refused = { ok: false, problem: { code: 'invalid', message: expired, fields: { invite: expired } } };
  const old = inviteOf(Date.now() - INVITE_MS);
  expect(computer.team.preview(old)).toMatchObject(refused);
  expect(await computer.team.join(old, confirm)).toMatchObject(refused);
  expect(confirm).not.toHaveBeenCalled();
  await computer.team.join(inviteOf(Date.now() - INVITE_MS + 60_000), confirm);
  expect(confirm).toHaveBeenCalledOnce();
});
