// Network access: session proxies, command line switches, and Node's certificates.
import assert from 'node:assert/strict';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { ProcessCases, SharedCases } from '../conformance-case.ts';

const SERVICE = 'https://storefront.example/';

/** Entries of a PAC script's result. */
const entries = (answer: string): string[] => answer.split(';').map((entry) => entry.trim());

/** Electron's Node has it; the stand-in runs in the installed Node, which may be older. */
function hasSystemCertificates(): boolean {
  const has = 'getCACertificates' in tls;
  assert.ok(has || process.versions.electron === undefined, 'Electron’s Node has tls.getCACertificates');
  return has;
}

export const shared: SharedCases = {
  async 'a session asks the system in the mode "system", as one whose proxy was never set does'({ session }) {
    const [set, untouched] = ['conformance-proxy-system', 'conformance-proxy-untouched'].map((name) =>
      session.fromPartition(name),
    );
    await set?.setProxy({ proxyRules: 'never.example:1' });
    await set?.setProxy({ mode: 'system' });
    const answer = await set?.resolveProxy(SERVICE);
    assert.ok(answer && !answer.includes('never.example'));
    for (const entry of entries(answer)) assert.match(entry, /^(DIRECT|(PROXY|HTTPS|SOCKS5?|QUIC) \S+:\d+)$/);
    assert.equal(await untouched?.resolveProxy(SERVICE), answer);
  },
  async 'a thread of the main process can read the system’s certificates'(_, { nextEvent }) {
    if (!hasSystemCertificates()) return;
    const code = `
        const { parentPort } = process.getBuiltinModule('node:worker_threads');
        parentPort.postMessage(process.getBuiltinModule('node:tls').getCACertificates('system'));
      `;
    const [certificates] = await nextEvent(new Worker(code, { eval: true }), 'message');
    assert.ok(Array.isArray(certificates));
    for (const pem of certificates) assert.match(String(pem), /^-----BEGIN CERTIFICATE-----/);
  },
};

export const alone: ProcessCases = {
  'app.commandLine has a switch once it is appended, and not after it is removed': {
    main({ app }, say) {
      const { commandLine } = app;
      const shown = () => `${commandLine.hasSwitch('conformance')} "${commandLine.getSwitchValue('conformance')}"`;
      say(shown());
      commandLine.appendSwitch('conformance', 'yes');
      say(shown());
      commandLine.removeSwitch('conformance');
      say(shown());
      app.exit(0);
    },
    says: ['false ""', 'true "yes"', 'false ""'],
  },
};
