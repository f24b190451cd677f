// The app without its window, to be killed: the real desk on a real folder, with `electron` replaced by nothing.
//
// Arguments: data folder, service address. Takes its orders from the process that started it.
import { register } from 'node:module';

const nothing = 'export default { app: undefined, ipcMain: undefined, shell: undefined };';
const hook = `export const resolve = (name, context, next) => name === 'electron'
  ? { url: 'data:text/javascript,${encodeURIComponent(nothing)}', format: 'module', shortCircuit: true }
  : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { run } = await import('./app-at-work.ts');
await run(process.argv[2] ?? '', process.argv[3] ?? '');
