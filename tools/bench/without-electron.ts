// Lets the main process's parts run in plain Node, where there is no `electron`. Has to be loaded before them.
import { register } from 'node:module';

const nothing = 'export default {};';
const hook = `export const resolve = (name, context, next) => name === 'electron'
  ? { url: 'data:text/javascript,${encodeURIComponent(nothing)}', format: 'module', shortCircuit: true }
  : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
