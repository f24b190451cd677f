// `npm run demo`: the seller's main job from start to end, on the practice store, with a screenshot of each screen.
// `--language ja` runs it in another language.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { hasDisplay } from '@storefront-desk/chromium-host/switches';
import { startPracticeStore } from '../../src/practice-store/server.ts';
import { switchLanguage } from '../../src/shared/texts/catalog.ts';
import { languages } from '../../src/shared/texts/languages.ts';
import { ensureBuilt } from '../launch/build.ts';
import { chooseHost } from '../launch/choose-host.ts';
import { ensureElectron } from '../launch/electron-binary.ts';
import { describeHost, openApp } from '../launch/open-app.ts';
import { root } from '../launch/project.ts';
import { Steps } from './steps.ts';

const { values } = parseArgs({ options: { language: { type: 'string', default: 'en' } } });
const language = languages.find((one) => one === values.language);
if (language === undefined) {
  console.error(`There is no language "${values.language}". There are: ${languages.join(', ')}.`);
  process.exit(2);
}
await switchLanguage(language);
// The tour finds the controls by their texts, and reads these when it is loaded.
const { runTour } = await import('./tour.ts');

const output = join(root, 'demo-output');
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-demo-'));

if (hasDisplay()) await ensureElectron(false, 20_000);
if (chooseHost().kind === 'chromium-host') await ensureChromium();
await ensureBuilt();

const practice = await startPracticeStore({ dataFolder: join(folder, 'practice-store') });
const app = await openApp({ userDataDir: join(folder, 'data'), headed: hasDisplay(), args: [`--lang=${language}`] });
console.log(`Storefront Desk runs ${describeHost()}; the practice store at ${practice.url}`);

const steps = new Steps(app.page, output);
const isDone = await runTour({ app, practice, steps, folder }).then(
  () => true,
  () => false,
);
console.log(`${steps.done} steps done${isDone ? '' : ', one failed'}. Screenshots are in demo-output/.`);

if (hasDisplay() && isDone) {
  console.log('The window stays open for you; close it to end the demo.');
  await app.exited;
} else {
  await app.close();
}
await practice.close();
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
process.exit(isDone ? 0 : 1);
