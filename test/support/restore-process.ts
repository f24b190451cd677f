// A computer that restores a backup in a process of its own, to be killed.
//
// Arguments: its folder, and the path of the backup.
import './without-electron.ts';

// Loads code of the main process, so it comes after the stand-in for `electron`.
const { Computer, unwrap } = await import('./computer.ts');
const [folder, path = ''] = process.argv.slice(2);
const computer = await new Computer(folder).start();
const { chosen } = await computer.preview(path);
process.send?.('begins');
await unwrap(computer.call['backup.restore']({ id: chosen.id }));
process.exit();
