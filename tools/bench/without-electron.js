// Lets main-process code run in plain Node without `electron`. Loaded with `--import`, before everything else.
import { register } from 'node:module';

const nothing = 'export default {};';
const hook = `export const resolve = (name, context, next) => name === 'electron'
  ? { url: 'data:text/javascript,${encodeURIComponent(nothing)}', format: 'module', shortCircuit: true }
  : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
