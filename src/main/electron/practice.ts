// The practice store inside the app, and the handlers of its panel.
import { PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../../practice-store/server.ts';
import type { PracticeView } from '../../shared/practice.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { HandlersOf } from '../handlers.ts';
import type { PracticeStarter } from '../stores/auth.ts';

const t = texts.shell.practice;

export type RunningPractice = Pick<
  PracticeStore,
  'url' | 'salesUrl' | 'productsUrl' | 'counts' | 'troubles' | 'setTroubles' | 'reset'
>;

/** The seal is an option, so that this module works without Electron, as in tests. */
type Options = Omit<Parameters<typeof startPracticeStore>[0], 'port'>;

/** Reuses its last port if possible, so that shared addresses stay valid. */
async function startOnPort(options: Options, port: number | null): Promise<PracticeStore> {
  if (port === null) return startPracticeStore(options);
  try {
    return await startPracticeStore({ ...options, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startPracticeStore(options);
  }
}

/** Starts the practice store when it is opened. */
export class Practice implements PracticeStarter {
  running: PracticeStore | null = null;
  constructor(private readonly options: Options) {}

  async start(port: number | null) {
    this.running ??= await startOnPort(this.options, port);
    return { url: this.running.url, ...PRACTICE_SELLER };
  }
}

const viewOf = (store: RunningPractice): PracticeView => ({
  url: store.url,
  salesUrl: store.salesUrl,
  productsUrl: store.productsUrl,
  troubles: store.troubles(),
  ...store.counts(),
});

/** `running` returns null while the practice store does not run. */
export function createPracticeHandlers(running: () => RunningPractice | null): HandlersOf<'practice'> {
  const withStore = async (act: (store: RunningPractice) => Promise<void>): Promise<Result<PracticeView>> => {
    const store = running();
    if (!store) return refuse('not-found', t.notRunning);
    try {
      await act(store);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return refuse('conflict', t.notDone({ reason: code === 'EADDRINUSE' ? t.portTaken : message }));
    }
    return ok(viewOf(store));
  };
  return {
    'practice.get': () => {
      const store = running();
      return ok(store && viewOf(store));
    },
    'practice.setTroubles': (change) => withStore((store) => store.setTroubles({ ...store.troubles(), ...change })),
    'practice.reset': () => withStore((store) => store.reset()),
  };
}
