// Network access: session proxies, command line switches, and Node's certificates.
import assert from 'node:assert/strict';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

const SERVICE = 'https://storefront.example/';

/** Entries of a PAC script's result. */
const entries = (answer: string): string[] => answer.split(';').map((entry) => entry.trim());

/** Electron's Node has it; the stand-in runs in the installed Node, which may be older. */
function hasSystemCertificates(): boolean {
  const has = 'getCACertificates' in tls;
  assert.ok(has || process.versions.electron === undefined, 'Electron’s Node has tls.getCACertificates');
  return has;
}

export const networkCases: readonly SharedCase[] = [
  {
    name: 'session.resolveProxy answers as a PAC script does, with the proxies in their order',
    source: 'docs/api/session.md',
    async run({ session }) {
      const own = session.fromPartition('conformance-proxy-order');
      await own.setProxy({ proxyRules: 'https=proxy.example:8080,socks5://socks.example:1080,direct://' });
      assert.deepEqual(entries(await own.resolveProxy(SERVICE)), [
        'PROXY proxy.example:8080',
        'SOCKS5 socks.example:1080',
        'DIRECT',
      ]);
      assert.equal(await own.resolveProxy('http://storefront.example/'), 'DIRECT');
    },
  },
  {
    name: 'session.setProxy changes the answers of its own session only',
    source: 'docs/api/session.md',
    async run({ session }) {
      const [one, other] = ['conformance-proxy-one', 'conformance-proxy-other'].map((name) =>
        session.fromPartition(name),
      );
      assert.ok(one && other && one !== other);
      assert.equal(session.fromPartition('conformance-proxy-one'), one);
      await one.setProxy({ proxyRules: 'one.example:1' });
      await other.setProxy({ mode: 'direct' });
      assert.equal(await one.resolveProxy(SERVICE), 'PROXY one.example:1');
      assert.equal(await other.resolveProxy(SERVICE), 'DIRECT');
    },
  },
  {
    name: 'a session asks the system in the mode "system", as one whose proxy was never set does',
    source: 'spec/api-session-spec.ts',
    async run({ session }) {
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
  },
  {
    name: 'a proxy is not used for this computer, unless <-loopback> is set',
    source: 'spec/api-session-spec.ts',
    async run({ session }) {
      const own = session.fromPartition('conformance-proxy-loopback');
      await own.setProxy({ proxyRules: 'http=proxy.example:80' });
      assert.equal(await own.resolveProxy('http://localhost/'), 'DIRECT');
      await own.setProxy({ proxyRules: 'http=proxy.example:80', proxyBypassRules: '<-loopback>' });
      assert.equal(await own.resolveProxy('http://localhost/'), 'PROXY proxy.example:80');
    },
  },
  {
    name: 'session.setProxy rejects a mode that does not exist',
    source: 'spec/api-session-spec.ts',
    async run({ session }) {
      const own = session.fromPartition('conformance-proxy-mode');
      await assert.rejects(own.setProxy({ mode: 'guess' as 'direct' }), /Invalid mode/);
    },
  },
  {
    name: 'a thread of the main process can read the system’s certificates',
    source: 'docs/tutorial/performance.md',
    async run(_, { nextEvent }) {
      if (!hasSystemCertificates()) return;
      const code = `
        const { parentPort } = process.getBuiltinModule('node:worker_threads');
        parentPort.postMessage(process.getBuiltinModule('node:tls').getCACertificates('system'));
      `;
      const [certificates] = await nextEvent(new Worker(code, { eval: true }), 'message');
      assert.ok(Array.isArray(certificates));
      for (const pem of certificates) assert.match(String(pem), /^-----BEGIN CERTIFICATE-----/);
    },
  },
];

export const networkProcessCases: readonly ProcessCase[] = [
  {
    name: 'app.commandLine has a switch once it is appended, and not after it is removed',
    source: 'docs/api/command-line.md',
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
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['false ""', 'true "yes"', 'false ""']);
    },
  },
  {
    name: 'app.enableSandbox takes --no-sandbox off the command line, and only before the app is ready',
    source: 'shell/browser/api/electron_api_app.cc',
    main({ app }, say) {
      app.commandLine.appendSwitch('no-sandbox');
      app.enableSandbox();
      say(`no-sandbox: ${app.commandLine.hasSwitch('no-sandbox')}`);
      void app.whenReady().then(() => {
        try {
          app.enableSandbox();
          say('nothing was thrown');
        } catch (error) {
          say((error as Error).message);
        }
        app.exit(0);
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      const [before, after] = process.said;
      assert.equal(before, 'no-sandbox: false');
      assert.match(after ?? '', /before app is ready/);
    },
  },
];
