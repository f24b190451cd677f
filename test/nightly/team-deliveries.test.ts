// Kills a real nats-server and restarts the relay while deliveries arrive: what was answered 200 is stored once.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bodiesOf, describeWithNats, inviteOf, teamForTest } from '../support/team-server.ts';
import { until } from '../support/until.ts';

/** Posts like a sender that tries again after a refusal or a lost answer. `accepted` collects what was answered 200. */
function sender(url: string, total: number, lanes = 16) {
  const accepted: string[] = [];
  let next = 0;
  const done = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < total) {
        const number = next++;
        // Each attempt has its own body: one whose answer was lost may be stored, and is not counted.
        for (let attempt = 0; ; attempt++) {
          const body = `delivery ${number} attempt ${attempt}`;
          const answer = await fetch(url, { method: 'POST', body }).catch(() => null);
          await answer?.text().catch(() => undefined);
          if (answer?.status === 200) {
            accepted.push(body);
            break;
          }
          await pause(100);
        }
      }
    }),
  );
  return { accepted, done };
}

describeWithNats('what the relay answered 200', () => {
  it('is stored once, although nats-server is killed and the whole team server restarted', async () => {
    const team = await teamForTest();
    const { accepted, done } = sender(team.server.relayUrl, 5_000);
    for (const count of [200, 1_000, 2_000]) {
      await until('some are stored', () => accepted.length >= count);
      await team.stopNats('SIGKILL');
      await team.startNats();
    }
    await until('more are stored', () => accepted.length >= 3_000);
    await team.restart();
    await done;
    expect(accepted).toHaveLength(5_000);
    const bodies = await bodiesOf(inviteOf(await team.invite('Reader')));
    const stored = new Set(bodies);
    expect(stored.size).toBe(bodies.length);
    expect(accepted.filter((body) => !stored.has(body))).toEqual([]);
  });
});
