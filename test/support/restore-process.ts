// Restores a backup in its own process, which a test kills.
// Arguments: the computer's folder, and the path of the backup.
import './without-electron.ts';

// Imported dynamically, because the replacement of `electron` affects only later imports.
const { Computer, unwrap } = await import('./computer.ts');
const [folder, path = ''] = process.argv.slice(2);
const computer = await new Computer(folder).start();
const { chosen } = await computer.preview(path);
process.send?.('begins');
await unwrap(computer.call['backup.restore']({ id: chosen.id }));
process.exit();
