// A cluster of three real nats-servers and a relay, killed while deliveries arrive: what was answered 200 is stored, once.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import type { TeamServer } from '../../tools/team-server/start.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  admin,
  bodiesOf,
  connectComputer,
  deliveriesOf,
  describeWithNats,
  inviteOf,
  teamForTest,
  untilHealthy,
} from '../support/team-server.ts';
import { until } from '../support/until.ts';

/** Posts as a sender does that tries again after a refusal or a lost answer. Resolves to the bodies that were answered 200. */
function sender(url: string, total: number, lanes = 16) {
  const accepted: string[] = [];
  let next = 0;
  const done = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < total) {
        const number = next++;
        // Another body for each attempt: one whose answer was lost may be stored, and is not counted.
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

async function storedBodies(server: TeamServer): Promise<string[]> {
  const invite = inviteOf(await server.invite('Reader'));
  return bodiesOf(await deliveriesOf(await connectComputer(invite), invite));
}

function expectEachOnce(stored: readonly string[], accepted: readonly string[]): void {
  const times = new Map<string, number>();
  for (const body of stored) times.set(body, (times.get(body) ?? 0) + 1);
  expect(accepted.filter((body) => times.get(body) !== 1)).toEqual([]);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
}

describeWithNats('what the relay answered 200', () => {
  it('is stored once, although the leader of a cluster and the relay are killed', async () => {
    const server = await teamForTest({ nodes: 3 });
    const { manager } = await admin(server);
    const info = await manager.streams.info(DELIVERIES_STREAM);
    expect(info.config.num_replicas).toBe(3);
    const leader = Number(info.cluster?.leader?.slice(1)) - 1;
    const { accepted, done } = sender(server.relayUrl, 1_500);
    await until('the first are stored', () => accepted.length >= 300);
    server.killNats(leader);
    await until('it continued', () => accepted.length >= 600);
    server.killRelay();
    await until('it continued', () => accepted.length >= 900);
    for (const node of [0, 1, 2]) server.killNats(node);
    await done;
    expect(accepted).toHaveLength(1_500);
    expectEachOnce(await storedBodies(server), accepted);
  });

  it('is refused with 503 while the cluster has no majority and could lose it', async () => {
    const server = await teamForTest({ nodes: 3, relayLimits: { publishMs: 1_500 } });
    const { origin } = new URL(server.relayUrl);
    const accepted: string[] = [];
    const send = async (body: string): Promise<number> => {
      const { status } = await fetch(server.relayUrl, { method: 'POST', body });
      if (status === 200) accepted.push(body);
      return status;
    };
    // A server that is slow to acknowledge makes the relay answer 503. Another body for each attempt, as in `sender`.
    let attempts = 0;
    const untilAccepted = (what: string) => expect.poll(() => send(`${what} ${attempts++}`)).toBe(200);
    await untilAccepted('with all');
    await server.stopNats(1);
    await server.stopNats(2);
    for (let attempt = 0; (await send(`alone ${attempt}`)) !== 503; attempt++) expect(attempt).toBeLessThan(1_000);
    await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(503), { timeout: 60_000 });
    await Promise.all([server.startNats(1), server.startNats(2)]);
    await untilHealthy(origin);
    await untilAccepted('with all again');
    expectEachOnce(await storedBodies(server), accepted);
  });

  it('is stored once, although a single nats-server is killed and restarted', async () => {
    const server = await teamForTest();
    const { accepted, done } = sender(server.relayUrl, 1_000);
    await until('the first are stored', () => accepted.length >= 200);
    server.killNats();
    await until('it continued', () => accepted.length >= 500);
    await server.stopNats();
    await server.startNats();
    await done;
    expectEachOnce(await storedBodies(server), accepted);
  });

  it('is there after everything was stopped and started again', async () => {
    const first = await teamForTest({ folder: temporaryFolder() });
    await fetch(first.relayUrl, { method: 'POST', body: 'before the night' });
    const invite = inviteOf(await first.invite('Anna'));
    await first.close();
    const again = await teamForTest({ folder: first.folder });
    expect(again.relayUrl).toBe(first.relayUrl);
    expect(bodiesOf(await deliveriesOf(await connectComputer(invite), invite))).toEqual(['before the night']);
  });
});
