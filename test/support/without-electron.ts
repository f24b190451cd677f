// Replaces `electron` with nothing for later imports, to run the app's core in plain Node.
import { register } from 'node:module';

const nothing = 'export default { app: undefined, ipcMain: undefined, shell: undefined };';
const hook = `export const resolve = (name, context, next) => name === 'electron'
  ? { url: 'data:text/javascript,${encodeURIComponent(nothing)}', format: 'module', shortCircuit: true }
  : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
