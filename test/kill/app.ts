// The app without its window, to be killed: the real desk on a real folder, with `electron` replaced by nothing.
//
// Arguments: data folder, service address. Takes its orders from the process that started it.
import '../support/without-electron.ts';

const { run } = await import('./app-at-work.ts');
await run(process.argv[2] ?? '', process.argv[3] ?? '');
