// A team server for tests: a real nats-server and a real relay on loopback.
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
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
  async restart(act: () => void = () => undefined): Promise<void> {
    await this.server.close();
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
    const team = loadTeam(this.folder);
    return withConnection(team, team.seeds.admin, async (connection) => use(await jetstreamManager(connection)));
  }
}

export async function startTeam(): Promise<RunningTeam> {
  const team = new RunningTeam();
  await team.start();
  return team;
}
