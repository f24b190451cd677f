// One process that asks for the Chromium host's lock of a single instance, for the tests of that lock.
//
// Arguments: the userData folder, what is handed over (JSON), and how long an answer is waited for (ms).
import { SingleInstance } from '../src/single-instance.ts';

const [folder = '', json = 'null', patience = '20000'] = process.argv.slice(2);
const instance = new SingleInstance(
  () => folder,
  ({ additionalData }) => {
    process.stdout.write(`second ${JSON.stringify(additionalData)}\n`);
    return true;
  },
  Number(patience),
);
process.stdout.write(`${instance.request(JSON.parse(json))}\n`);
if (instance.isHeld) setInterval(() => undefined, 60_000);
