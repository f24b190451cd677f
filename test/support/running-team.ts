// A team server for tests: a real nats-server and a real relay on loopback.
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { decodeInvite, encodeInvite } from '../../src/team-protocol/invite.ts';
import { CATALOG_STREAM } from '../../src/team-protocol/names.ts';
import { withConnection } from '../../tools/team-server/nats-client.ts';
import { startTeamServer, type TeamServer } from '../../tools/team-server/start.ts';
import { loadTeam } from '../../tools/team-server/team-folder.ts';
import { newFolder, removeFolder } from './folder.ts';

export class RunningTeam {
  readonly folder = newFolder();
  server!: TeamServer;

  async start(): Promise<void> {
    this.server = await startTeamServer({ folder: this.folder, port: 0, relayPort: 0 });
  }

  async remove(): Promise<void> {
    await this.server.close();
    removeFolder(this.folder);
  }

  /** The streams of the server. */
  get dataFolder(): string {
    return join(this.folder, 'nats', 'data');
  }

  get token(): string {
    return this.server.relayUrl.split('/').at(-1) ?? '';
  }

  /** Runs `act` while the server is down. */
  async restart(act: () => void): Promise<void> {
    await this.server.close();
    act();
    await this.start();
  }

  async post(body: unknown, key: string): Promise<number> {
    const answer = await fetch(this.server.relayUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Webhook-Key': key },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** As a service that retries. */
  async postUntilTaken(body: unknown, key: string): Promise<void> {
    while ((await this.post(body, key)) !== 200);
  }

  async limitCatalog(bytes: number): Promise<void> {
    const team = loadTeam(this.folder);
    await withConnection(team, team.seeds.admin, async (connection) => {
      const { streams } = await jetstreamManager(connection);
      await streams.update(CATALOG_STREAM, { max_bytes: bytes });
    });
  }

  /** Of the bucket of the catalogs: `last_seq` counts all messages, replaced ones included. */
  async catalogState() {
    const team = loadTeam(this.folder);
    return withConnection(team, team.seeds.admin, async (connection) => {
      const { streams } = await jetstreamManager(connection);
      return (await streams.info(CATALOG_STREAM)).state;
    });
  }

  /** An invite of this team that leads to the server of another one. */
  pointing(code: string, other: RunningTeam): string {
    const invite = decodeInvite(code);
    if (typeof invite === 'string') throw new Error(invite);
    return encodeInvite({ ...invite, servers: [other.server.natsUrl] });
  }
}

export async function startTeam(): Promise<RunningTeam> {
  const team = new RunningTeam();
  await team.start();
  return team;
}
