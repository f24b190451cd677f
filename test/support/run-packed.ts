// Runs a packed app on the Chromium host, unpacked outside the project so that it finds only packed files.
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { resolve } from 'node:path';
import { extractAll } from '@electron/asar';
import { runHost } from '@storefront-desk/chromium-host';

const [archive = '', ...args] = process.argv.slice(2);
const folder = resolve(archive, '../unpacked');

if (!existsSync(folder)) {
  const made = mkdtempSync(`${folder}-`);
  extractAll(archive, made);
  // A concurrent start may have unpacked the same files first.
  if (!existsSync(folder)) renameSync(made, folder);
}

const port = process.env.STOREFRONT_STAND_IN_PORT;
await runHost(['--headless', ...args], {
  folder,
  packed: { debuggingPort: port === undefined ? undefined : Number(port) },
});
