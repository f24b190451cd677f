// Claims a data folder in a process of its own, for the tests of "one running app per data folder". Tells what came of it.
import { claimFolder } from '../../src/main/shell/single.ts';

const [folder = '', say = ''] = process.argv.slice(2);
const claim = await claimFolder(folder, (said) => process.stdout.write(`knocked${said}\n`), say);
process.stdout.write(`${claim.kind}\n`);
// The claim does not keep a process alive; this does, until the test ends it.
if (claim.kind === 'first') setInterval(() => undefined, 60_000);
