// An app without its window that imports a file and is killed meanwhile. Works offline, so that nothing is in doubt.
//
// Arguments: data folder, service address, rows. Sends its parent the number of created links whenever that changes.
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
const [begun] = computer.store.imports.list();
if (begun) {
  await unwrap(computer.call['imports.resume']({ id: begun.id }));
} else {
  await unwrap(computer.call['imports.read']({ name: 'orders.csv', bytes: null, text: ordersCsv(Number(rows)) }));
  const draft = () => computer.store.imports.draft();
  for (let at = draft(); at && at.checked < at.counts.all; at = draft()) await setImmediate();
  process.send?.({ kind: 'creating' });
  void computer.call['imports.create']({ id: draft()?.id ?? '' });
}
let reported = -1;
setInterval(() => {
  const made = computer.store.imports.list()[0]?.made ?? 0;
  if (made !== reported) process.send?.({ kind: 'made', made });
  reported = made;
}, 1);
