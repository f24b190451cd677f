// An app without its window that imports a file and is killed meanwhile. It works offline, so that nothing is in doubt.
// Arguments: data folder, service address, rows. Tells its parent when it is creating links, and when all are created.
import './without-electron.ts';
import { setImmediate } from 'node:timers/promises';

const { Computer, unwrap } = await import('./computer.ts');
const { SELLER } = await import('./recording-service.ts');
const { ordersCsv } = await import('./import-file.ts');
const [folder = '', serviceAddress = '', rows = '0'] = process.argv.slice(2);

const computer = await new Computer(folder).start();
if (!computer.app.manager.current().ok) {
  await unwrap(computer.call['session.signIn']({ serviceAddress, ...SELLER }));
  await computer.workOffline(true);
  await computer.product('Logo design');
}
await computer.store.ready;
const begun = await computer.store.imports.list();
if (begun.length === 0) {
  const { id } = await unwrap(
    computer.call['imports.read']({ name: 'orders.csv', bytes: null, text: ordersCsv(Number(rows)) }),
  );
  const draft = () => computer.store.imports.draft();
  for (let open = draft(); open && open.checked < open.counts.all; open = draft()) await setImmediate();
  const created = computer.call['imports.create']({ id });
  // The kill should come when links are staged, but the import is not accepted yet.
  while ((draft()?.staged ?? 0) === 0) await setImmediate();
  process.send?.({ kind: 'creating' });
  await unwrap(created);
}
process.send?.({ kind: 'created' });
// Keeps the process running until it is killed.
setInterval(() => undefined, 1_000);
