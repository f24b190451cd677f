// A process that requests the Chromium host's single-instance lock, for the tests of that lock.
//
// Arguments: the userData folder, the data to hand over (JSON), and the timeout for the answer (ms).
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
