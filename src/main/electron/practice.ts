// The practice store inside the app, and the handlers of its panel.
import { PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../../practice-store/server.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { PracticeView } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import type { HandlersOf } from '../handlers.ts';

const t = texts.shell.practice;

/** Starts the practice store when it is opened. */
export class Practice {
  running: PracticeStore | null = null;
  /** The seal is an option, so that this module works without Electron, as in tests. */
  constructor(private readonly options: Omit<Parameters<typeof startPracticeStore>[0], 'port'>) {}

  async start(port: number | null) {
    this.running ??= await startPracticeStore({ ...this.options, ...(port && { port }) }).catch((error) => {
      // On its last port, if possible, so that shared addresses stay valid.
      if (error.code !== 'EADDRINUSE') throw error;
      return startPracticeStore(this.options);
    });
    return { url: this.running.url, ...PRACTICE_SELLER };
  }
}

const viewOf = ({ url, salesUrl, productsUrl, troubles, counts }: PracticeStore): PracticeView => ({
  ...{ url, salesUrl, productsUrl, troubles: troubles(), ...counts() },
});

export function createPracticeHandlers(running: () => PracticeStore | null): HandlersOf<'practice'> {
  const withStore = async (act: (store: PracticeStore) => Promise<void>): Promise<Result<PracticeView>> => {
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
