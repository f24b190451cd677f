// A team server whose disk is full: what it refuses, and how it comes back.
import { expect, it, onTestFinished } from 'vitest';
import { status } from '../../tools/team-server/status.ts';
import { slow } from '../../tools/test/slow.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import {
  bodiesOf,
  connectComputer,
  deliveriesOf,
  describeWithNats,
  inviteOf,
  relayForTest,
  teamForTest,
  untilHealthy,
} from '../support/team-server.ts';

const canMount = mountSmallDisk(100);
canMount?.close();

describeWithNats('a team server on a full disk', { timeout: slow(120_000) }, () => {
  it.skipIf(canMount === null)('refuses deliveries, and takes them again after a restart with room', async () => {
    const disk = mountSmallDisk(64 * 1024);
    if (!disk) throw new Error('No disk');
    onTestFinished(() => disk.close());
    const server = await teamForTest({ folder: disk.folder });
    const relay = await relayForTest(server, { publishMs: 1_000 });
    await untilHealthy(relay.origin);
    const anna = inviteOf(await server.invite('Anna'));
    const post = async (body: string) => (await fetch(relay.url, { method: 'POST', body })).status;
    const accepted = ['before'];
    expect(await post('before')).toBe(200);
    disk.fill(200_000);
    for (let index = 0; ; index++) {
      const body = `${index} `.padEnd(60_000, 'x');
      const answer = await post(body);
      if (answer !== 200) {
        expect(answer).toBe(503);
        break;
      }
      accepted.push(body);
    }
    await expect
      .poll(async () => (await status(server.folder)).warnings, { timeout: slow(30_000) })
      .toContainEqual(expect.stringContaining('not all of its streams answer'));
    disk.drain();
    await server.stopNats();
    await server.startNats();
    while ((await post('after')) !== 200);
    accepted.push('after');
    const stored = bodiesOf(await deliveriesOf(await connectComputer(anna), anna));
    expect(stored).toEqual(expect.arrayContaining(accepted));
    await connectComputer(inviteOf(await server.invite('Ben')), { reconnect: false });
  });
});
