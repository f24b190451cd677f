// The connection to a team server goes through the system's proxy, never past it, and trusts the system's certificates.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { createUser } from '@nats-io/nkeys';
import { expect, it, onTestFinished } from 'vitest';
import type { Network } from '../../src/main/service/network.ts';
import { connectWith } from '../../src/main/team/connection.ts';
import { problemOf } from '../../src/main/team/team.ts';
import type { Invite } from '../../src/team-protocol/invite.ts';
import { OFFICE, OFFICE_CA, startOfficeProxy, startSocksProxy } from '../support/office-proxy.ts';
import { keep, withoutProxyVariables } from '../support/transport-fixtures.ts';

withoutProxyVariables();

const TARGET = 'storefront.invalid:4222';

/** A server that greets like nats-server, with the office's certificate, and accepts every client. */
async function natsServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    const info = { server_id: 'S', version: '2.10.27', max_payload: 1_000, tls_required: true, headers: true };
    socket.write(`INFO ${JSON.stringify(info)}\r\n`, () => {
      const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(OFFICE) });
      secure
        .on('error', () => undefined)
        .on('data', (data) => {
          if (String(data).includes('PING')) secure.write('PONG\r\n');
        });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { sockets, port: (server.address() as AddressInfo).port };
}

const office = (systemProxy: string): Network => ({
  systemProxy: async () => systemProxy,
  trust: async () => createSecureContext({ ca: OFFICE_CA }),
});

async function connect(network: Network, change: Partial<Invite> = {}): Promise<void> {
  const key = Buffer.alloc(32).toString('base64url');
  const connection = await connectWith(
    {
      ...{ at: 0, team: 'teamteam', computer: 'Anna', servers: [`tls://${TARGET}`], ca: null },
      ...{ seed: new TextDecoder().decode(createUser().getSeed()), dataKey: key, deliveryKey: key, relayKey: key },
      ...{ relayUrl: 'https://relay.example/hooks/x', ...change },
    },
    network,
    new AbortController().signal,
  );
  await connection.close();
}

it('goes through the proxy, and trusts the system’s or the invite’s certificates for the server’s name', async () => {
  const { port } = await natsServer();
  const proxy = await keep(startOfficeProxy(port));
  const network = office(`PROXY ${proxy.address}`);
  const socks = await keep(startSocksProxy(port));
  await connect(network);
  await connect(office(`SOCKS5 ${socks.address}; DIRECT`));
  expect([proxy.targets, socks.targets]).toEqual([[TARGET], [TARGET]]);
  await connect({ ...network, trust: async () => undefined }, { ca: OFFICE_CA });
  await expect(connect({ ...network, trust: async () => undefined })).rejects.toThrow(/certificate/);
  await expect(connect(network, { servers: ['tls://other.invalid:4222'] })).rejects.toThrow(/altnames/);
});

/** For a test that reaches this computer by 0.0.0.0, which does not look local. Windows refuses that. */
const itDirect = it.skipIf(process.platform === 'win32');

itDirect('does not connect directly if the proxy refuses, cannot be used, or cannot be reached', async () => {
  const { port, sockets } = await natsServer();
  const proxy = await keep(startOfficeProxy(port, { status: 403 }));
  const servers = [`tls://0.0.0.0:${port}`];
  for (const [answer, words] of [
    [`PROXY ${proxy.address}; DIRECT`, /proxy/i],
    ['SOCKS 127.0.0.1:1; DIRECT', /proxy/i],
    ['PROXY 127.0.0.1:1', /proxy/i],
  ] as const) {
    const error = await connect(office(answer), { servers }).catch((failed: Error) => failed);
    expect(error && problemOf(error), answer).toMatch(words);
  }
  expect(proxy.targets).toEqual([`0.0.0.0:${port}`]);
  expect(sockets).toEqual([]);
  await connect(office('DIRECT'), { servers });
  expect(sockets).toHaveLength(1);
});
