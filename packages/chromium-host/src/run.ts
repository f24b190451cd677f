// The Chromium host as a program: `run.ts APP_FOLDER [switches]`, as `electron APP_FOLDER [switches]`.
import { resolve } from 'node:path';
import { runHost } from './main.ts';

const [folder = '.', ...switches] = process.argv.slice(2);
const { STOREFRONT_BUNDLE: bundle } = process.env;
runHost(switches, { folder: resolve(folder), ...(bundle ? { bundle } : {}) }).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
