// Kills the computers of a team, and its server, while they share their work: all are equal in the end.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder, removeFolder } from '../support/folder.ts';
import { RecordingService } from '../support/recording-service.ts';
import { startTeam } from '../support/running-team.ts';
import { createChance } from './chance.ts';
import type { FromTeamApp, ToTeamApp } from './team-app-at-work.ts';

export interface TeamFigures {
  rounds: number;
  kills: number;
  /** Links that a computer has reported as accepted. */
  accepted: number;
  /** Records that are the same on all computers in the end. */
  records: number;
  /** Every violation, in words. */
  violations: string[];
}

const HOUR_MS = 60 * 60_000;
/** With the ms by which their clocks are wrong. */
const COMPUTERS = { Anna: 3 * HOUR_MS, Ben: 0, Cora: -2 * HOUR_MS };
/** Rounds until all computers have to be equal. */
const ROUNDS_APART = 10;
const SETTLED_MS = 120_000;

class Computer {
  readonly #folder = newFolder();
  #process: ChildProcess | null = null;
  #receive: (message: FromTeamApp) => void = () => undefined;

  constructor(
    readonly name: string,
    private readonly skew: number,
    private readonly invite: string,
    private readonly address: string,
    private readonly onAccepted: (order: string) => void,
  ) {}

  async start(): Promise<void> {
    const child = fork(
      join(import.meta.dirname, 'team-app.ts'),
      [this.#folder, this.address, this.name, String(this.skew)],
      {
        cwd: join(import.meta.dirname, '../..'),
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    this.#process = child;
    child.on('message', (message: FromTeamApp) => {
      if (message.kind === 'accepted') this.onAccepted(message.order);
      else this.#receive(message);
    });
    await this.#ask({ kind: 'join', invite: this.invite });
  }

  work(changes: number, seed: number): void {
    this.#send({ kind: 'work', changes, seed });
  }

  async state(): Promise<Extract<FromTeamApp, { kind: 'state' }>> {
    const message = await this.#ask({ kind: 'state' });
    if (message.kind !== 'state') throw new Error(`A state was asked for, and ${message.kind} came`);
    return message;
  }

  /** Messages from before its death arrive before this resolves. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    child.kill('SIGKILL');
    await gone;
    this.#process = null;
  }

  async remove(): Promise<void> {
    await this.kill();
    removeFolder(this.#folder);
  }

  #send(order: ToTeamApp): void {
    this.#process?.send(order);
  }

  async #ask(order: ToTeamApp): Promise<FromTeamApp> {
    const answered = new Promise<FromTeamApp>((resolve) => {
      this.#receive = resolve;
    });
    this.#send(order);
    const message = await Promise.race([answered, pause(SETTLED_MS, null, { ref: false })]);
    if (message === null) throw new Error(`${this.name} did not answer to ${order.kind}`);
    if (message.kind === 'failed') throw new Error(`${this.name}: ${message.message}`);
    return message;
  }
}

export async function killTeam(
  rounds: number,
  seed: number,
  onRound: (figures: Readonly<TeamFigures>) => void = () => undefined,
): Promise<TeamFigures> {
  const chance = createChance(seed);
  const figures: TeamFigures = { rounds: 0, kills: 0, accepted: 0, records: 0, violations: [] };
  const accepted = new Set<string>();
  const service = new RecordingService();
  await service.start();
  const team = await startTeam();
  const computers: Computer[] = [];
  try {
    for (const [name, skew] of Object.entries(COMPUTERS)) {
      const invite = await team.invite(name);
      computers.push(new Computer(name, skew, invite, service.url, (order) => accepted.add(order)));
    }
    for (const computer of computers) await computer.start();
    while (figures.rounds < rounds) {
      figures.rounds += 1;
      for (const computer of computers) computer.work(chance.between(3, 12), chance.between(0, 1_000_000));
      await pause(chance.between(20, 500));
      if (chance.between(0, 3) === 0) {
        await team.stopNats('SIGKILL');
        await team.startNats();
      }
      const killed = computers.filter(() => chance.next() < 0.6);
      await Promise.all(killed.map((computer) => computer.kill()));
      figures.kills += killed.length;
      await Promise.all(killed.map((computer) => computer.start()));
      figures.accepted = accepted.size;
      if (figures.rounds % ROUNDS_APART !== 0 && figures.rounds !== rounds) continue;
      await compare(computers, accepted, figures);
      checkService(service, figures);
      onRound(figures);
    }
  } finally {
    for (const computer of computers) await computer.remove();
    await team.remove();
    await service.stop();
  }
  return figures;
}

/** Asked again until equal: what one has sent may still be on its way to the other. */
async function compare(
  computers: readonly Computer[],
  accepted: ReadonlySet<string>,
  figures: TeamFigures,
): Promise<void> {
  let states = await Promise.all(computers.map((computer) => computer.state()));
  const areEqual = () => new Set(states.map(({ records }) => records.join('\n'))).size === 1;
  for (const end = performance.now() + SETTLED_MS; !areEqual() && performance.now() < end; ) {
    await pause(100);
    states = await Promise.all(computers.map((computer) => computer.state()));
  }
  const [first] = states;
  figures.records = first?.records.length ?? 0;
  if (!areEqual()) {
    for (const [at, { records }] of states.entries()) {
      const others = new Set(states.filter((_, index) => index !== at).flatMap((state) => state.records));
      for (const record of records.filter((row) => !others.has(row)).slice(0, 5))
        figures.violations.push(`Only on the computer of ${computers[at]?.name}: ${record}`);
    }
  }
  const orders = first?.orders ?? [];
  const once = new Set(orders);
  if (once.size !== orders.length) figures.violations.push(`${orders.length - once.size} links are there twice`);
  for (const order of accepted) if (!once.has(order)) figures.violations.push(`The link ${order} is lost`);
}

/** No link was created twice. */
function checkService({ changes }: RecordingService, { violations }: TeamFigures): void {
  const created = changes.flatMap(({ method, raw }) => {
    const order = method === 'POST' ? /"order":"([^"]+)"/.exec(raw)?.[1] : undefined;
    return order ?? [];
  });
  for (const order of new Set(created.filter((order, at) => created.indexOf(order) !== at)))
    violations.push(`The link ${order} was created twice`);
}
