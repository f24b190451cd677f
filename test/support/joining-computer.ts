// A computer that reads the catalog of its team in a process of its own, to be killed. Arguments: data folder, invite. It reports
// how many links it has.
import './without-electron.ts';
import { setTimeout as pause } from 'node:timers/promises';

const { SharingComputer } = await import('./sharing-computer.ts');
const [folder = '', code = ''] = process.argv.slice(2);
const computer = new SharingComputer('Ben', { folder });
await computer.join(code);
for (;;) {
  process.send?.(computer.catalog.links.count(null));
  await pause(5);
}
