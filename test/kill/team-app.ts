// The app without its window in a team, to be killed: makes random changes, and reports its records.
//
// Arguments: data folder, service address, name of the computer, ms by which its clock is wrong. Its parent process sends the commands.
import '../support/without-electron.ts';

const { run } = await import('./team-app-at-work.ts');
const [folder = '', serviceAddress = '', name = '', skew = '0'] = process.argv.slice(2);
await run(folder, serviceAddress, name, Number(skew));
