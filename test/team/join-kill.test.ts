// A computer that is killed while it reads a large catalog continues where it was, and has everything once.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { slow } from '../../tools/test/slow.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { type RunningTeam, startTeam } from '../support/running-team.ts';
import { allEqual, SharingComputer } from '../support/sharing-computer.ts';
import { describeWithNats } from '../support/team-server.ts';

const LINKS = 4_000;
/** It is killed when it has so many links. */
const KILLS = [1, 1_500, 3_500];

describeWithNats('a computer that joins a team with many links', () => {
  let team: RunningTeam;
  let anna: SharingComputer;
  let ben: SharingComputer | null;
  const folder = newFolder();
  beforeEach(async () => {
    team = await startTeam();
    anna = new SharingComputer('Anna');
    ben = null;
  });
  afterEach(async () => {
    await anna.remove();
    await ben?.stop();
    await team.remove();
    removeFolder(folder);
  });

  it('has each once, however often it is killed meanwhile', { timeout: slow(240_000) }, async () => {
    const product = anna.product('Logo design');
    anna.catalog.transaction(() => {
      for (let order = 0; order < LINKS; order++) anna.link(product.id, `${order}`);
    });
    await anna.join(await team.server.invite('Anna'));
    await anna.isShared();
    const code = await team.server.invite('Ben');
    const found: number[] = [];
    for (const links of KILLS) found.push(await killAt(links, code));
    // It does not begin again each time.
    expect(found.at(-1)).toBeGreaterThan(0);

    ben = new SharingComputer('Ben', { folder });
    await ben.join(code);
    await allEqual([anna, ben]);
    expect(ben.catalog.links.count(null)).toBe(LINKS);
  });

  /** Resolves to how many links it had at its start. */
  async function killAt(links: number, code: string): Promise<number> {
    const child = fork(join(import.meta.dirname, '../support/joining-computer.ts'), [folder, code], {
      execArgv: ['--import', 'tsx'],
    });
    let first: number | null = null;
    for (;;) {
      const [count] = (await once(child, 'message')) as [number];
      first ??= count;
      if (count < links) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
      return first;
    }
  }
});
