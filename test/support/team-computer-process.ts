// A computer in a team as a process of its own, to be killed: prints a line for each delivery that it has stored.
//
// Argument: its folder, in which it has joined a team before.
import './without-electron.ts';

// Loads code of the main process, so it comes after the stand-in for `electron`.
const { TeamComputer } = await import('./team-computer.ts');
const [folder = ''] = process.argv.slice(2);
const computer = new TeamComputer({ folder, onKept: (count) => process.stdout.write('stored\n'.repeat(count)) });
await computer.start();
