// The app without its window, to be killed: the real core on a real folder, with `electron` replaced by nothing.
//
// Arguments: data folder, service address. Its parent process sends the commands.
import '../support/without-electron.ts';

const { run } = await import('./app-at-work.ts');
await run(process.argv[2] ?? '', process.argv[3] ?? '');
