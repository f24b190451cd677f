// The Chromium host as a program of its own.
import { runHost } from './main.ts';

runHost(process.argv.slice(2), process.env.STOREFRONT_BUNDLE).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
