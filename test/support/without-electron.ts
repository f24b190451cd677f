// Replaces `electron` by nothing for every module that is imported later: for the app's core in plain Node.
import { register } from 'node:module';

const nothing = 'export default { app: undefined, ipcMain: undefined, shell: undefined };';
const hook = `export const resolve = (name, context, next) => name === 'electron'
  ? { url: 'data:text/javascript,${encodeURIComponent(nothing)}', format: 'module', shortCircuit: true }
  : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
