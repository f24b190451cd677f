// session: partitions, requests, proxy, WebRTC and downloads. Permissions have their own file.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProcessCases, SharedCases } from '../conformance-case.ts';

export const shared: SharedCases = {
  'a session of a partition is another one, and the same for the same name'({ session }) {
    const one = session.fromPartition('conformance-one');
    assert.equal(session.fromPartition('conformance-one'), one);
    assert.notEqual(session.fromPartition('conformance-two'), one);
    assert.notEqual(session.defaultSession, one);
    assert.equal(session.fromPartition(''), session.defaultSession);
  },
  async 'session.resolveProxy answers by the rules that session.setProxy was given'({ session }) {
    const own = session.fromPartition('conformance-proxy');
    const cases: [Electron.ProxyConfig, string, string][] = [
      [{ proxyRules: 'http=myproxy:80' }, 'http://example.com/', 'PROXY myproxy:80'],
      [{ proxyRules: 'http=myproxy:80' }, 'https://example.com/', 'DIRECT'],
      [{ proxyRules: 'myproxy:8080' }, 'https://example.com/', 'PROXY myproxy:8080'],
      [{ proxyRules: 'socks5://myproxy:99' }, 'https://example.com/', 'SOCKS5 myproxy:99'],
      [{ proxyRules: 'http=myproxy:80', proxyBypassRules: '<local>' }, 'http://example/', 'DIRECT'],
      [{ proxyRules: 'myproxy:80', proxyBypassRules: '*.example.com' }, 'http://a.example.com/', 'DIRECT'],
      [{ proxyRules: 'http=myproxy:80' }, 'http://localhost/', 'DIRECT'],
      [{ proxyRules: 'http=myproxy:80', proxyBypassRules: '<-loopback>' }, 'http://localhost/', 'PROXY myproxy:80'],
      [{ mode: 'direct', proxyRules: 'myproxy:80' }, 'http://example.com/', 'DIRECT'],
    ];
    for (const [config, url, answer] of cases) {
      await own.setProxy(config);
      assert.equal(await own.resolveProxy(url), answer, JSON.stringify([config, url]));
    }
  },
  async 'webRequest.onBeforeRequest stops a request, also when it answers later'({ session }, { openPage }) {
    const reached: string[] = [];
    const server = createServer((request, response) => {
      reached.push(String(request.url));
      response.end('');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asked: string[] = [];
    session.defaultSession.webRequest.onBeforeRequest(({ url, resourceType, method }, callback) => {
      if (url.startsWith(address)) asked.push(`${method} ${resourceType} ${new URL(url).pathname}`);
      setTimeout(() => callback({ cancel: url.endsWith('stopped') }), 10);
    });
    try {
      const { webContents } = await openPage();
      const load = (path: string) =>
        webContents.executeJavaScript(`new Promise((resolve) => {
            const image = new Image();
            image.onerror = image.onload = () => resolve();
            image.src = '${address}/${path}';
          })`);
      await load('stopped');
      await load('gone-through');
      assert.deepEqual(reached, ['/gone-through']);
      assert.deepEqual(asked, ['GET image /stopped', 'GET image /gone-through']);
    } finally {
      session.defaultSession.webRequest.onBeforeRequest(null);
      server.close();
    }
  },
  async 'will-download names the file and its page, and saves nothing when it is prevented'(
    { session },
    { openPage, until },
  ) {
    const { webContents } = await openPage();
    let said: unknown[] = [];
    session.defaultSession.once('will-download', (event, item, contents) => {
      event.preventDefault();
      said = [item.getFilename(), item.getURL(), contents.id];
    });
    await webContents.executeJavaScript(`
        const link = Object.assign(document.createElement('a'), { href: 'data:text/plain,x', download: 'made.txt' });
        document.body.append(link);
        link.click();`);
    await until(() => said.length > 0);
    assert.deepEqual(said, ['made.txt', 'data:text/plain,x', webContents.id]);
  },
};

/** Asks a STUN server on this computer; returns the number of candidates. */
const gather = (port: number): string => `new Promise((resolve) => {
  let count = 0;
  const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
  connection.onicecandidate = ({ candidate }) => { if (candidate) count += 1; };
  connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve(count);
  connection.createDataChannel('x');
  connection.createOffer().then((offer) => connection.setLocalDescription(offer));
})`;

export const alone: ProcessCases = {
  'a page uses the proxy of its session': {
    main({ app, BrowserWindow, session }, say) {
      app.on('window-all-closed', () => undefined);
      void app.whenReady().then(async () => {
        const proxy = createServer((request, response) => {
          if (!request.url?.endsWith('/favicon.ico')) say(`asked for ${request.url}`);
          response.setHeader('content-type', 'text/html').end('<title>By the proxy</title>');
        }).listen(0, '127.0.0.1');
        await once(proxy, 'listening');
        const { port } = proxy.address() as AddressInfo;
        const { defaultSession } = session;
        await defaultSession.setProxy({ proxyRules: `127.0.0.1:${port}` });
        say(`${await defaultSession.resolveProxy('http://shop.example/page')}`.replace(String(port), 'port'));
        const window = new BrowserWindow({ show: false });
        await window.loadURL('http://shop.example/page');
        say(await window.webContents.executeJavaScript('document.title'));
        app.exit(0);
      });
    },
    says: ['PROXY 127.0.0.1:port', 'asked for http://shop.example/page', 'By the proxy'],
  },
  'with disable_non_proxied_udp a page sends nothing by UDP': {
    async main({ app, BrowserWindow }, say) {
      app.on('window-all-closed', () => undefined);
      app.on('web-contents-created', (_event, contents) =>
        contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
      );
      void app.whenReady().then(async () => {
        let packets = 0;
        const stun = createSocket('udp4').on('message', () => {
          packets += 1;
        });
        stun.bind(0, '127.0.0.1');
        await once(stun, 'listening');
        const window = new BrowserWindow({ show: false });
        await window.loadURL('data:text/html,<p>Page</p>');
        const candidates = await window.webContents.executeJavaScript(gather(stun.address().port));
        say(`${candidates} candidates, ${packets} packets`);
        app.exit(0);
      });
    },
    says: ['0 candidates, 0 packets'],
  },
};
