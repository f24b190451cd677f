// A team server for tests: a real nats-server and a real relay on loopback.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { invite, lastSeen, revoke } from '../../tools/team-server/computers.ts';
import { startNats, startTeamServer, type TeamServer } from '../../tools/team-server/start.ts';
import { withConnection } from '../../tools/team-server/streams.ts';
import { loadTeam } from '../../tools/team-server/team.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { newFolder, removeFolder } from './folder.ts';

export class RunningTeam {
  readonly folder = newFolder();
  server!: TeamServer;
  /** The server that was started after an outage. */
  #nats: TeamServer['nats'] | null = null;
  #ports: { readonly port: number; readonly relayPort: number } | null = null;

  async start(): Promise<void> {
    this.#ports ??= { port: await freePort(), relayPort: await freePort() };
    this.server = await startTeamServer(this.folder, this.#ports);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.#nats?.stop();
  }

  async remove(): Promise<void> {
    await this.close();
    removeFolder(this.folder);
  }

  /** The folder of the server's streams. */
  get dataFolder(): string {
    return join(this.folder, 'nats', 'data');
  }

  async invite(name: string): Promise<string> {
    return (await invite(this.folder, name)).code;
  }
  revoke = (name: string) => revoke(this.folder, name);
  lastSeen = () => lastSeen(loadTeam(this.folder));

  /** Stops nats-server until `startNats`: an outage, or with `SIGKILL` a sudden death. The relay goes on. */
  async stopNats(signal?: 'SIGKILL'): Promise<void> {
    if (signal) process.kill(Number(readFileSync(join(this.folder, 'nats', 'nats.pid'), 'utf8')), signal);
    await (this.#nats ?? this.server.nats).stop();
  }

  async startNats(): Promise<void> {
    this.#nats = await startNats(this.folder, this.server.natsServer.program);
  }

  get token(): string {
    return this.server.relayUrl.split('/').at(-1) ?? '';
  }

  /** Runs `act` while the server is down. */
  async restart(act: () => void = () => undefined): Promise<void> {
    await this.close();
    act();
    await this.start();
  }

  async post(body: unknown, key: string): Promise<number> {
    const headers = { 'Content-Type': 'application/json', 'Webhook-Key': key };
    const answer = await fetch(this.server.relayUrl, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    return answer.status;
  }

  asAdmin<T>(use: (manager: JetStreamManager) => Promise<T>): Promise<T> {
    return withConnection(loadTeam(this.folder), 'admin', async (connection) =>
      use(await jetstreamManager(connection)),
    );
  }
}

export async function startTeam(): Promise<RunningTeam> {
  const team = new RunningTeam();
  await team.start();
  return team;
}
