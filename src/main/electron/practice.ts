// Handlers of the practice store's panel.
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import type { PracticeView, Troubles } from '../../shared/practice.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';

const t = texts.shell.practice;

export interface RunningPractice {
  readonly url: string;
  readonly salesUrl: string;
  readonly productsUrl: string;
  counts(): Pick<PracticeView, 'products' | 'links' | 'sales' | 'undelivered'>;
  troubles(): Troubles;
  setTroubles(troubles: Troubles): Promise<void>;
  reset(): Promise<void>;
}

type PracticeChannel = Extract<Channel, `practice.${string}`>;
type PracticeHandlers = {
  readonly [C in PracticeChannel]: (input: ParsedInput<C>) => Result<Output<C>> | Promise<Result<Output<C>>>;
};

const viewOf = (store: RunningPractice): PracticeView => ({
  url: store.url,
  salesUrl: store.salesUrl,
  productsUrl: store.productsUrl,
  troubles: store.troubles(),
  ...store.counts(),
});

/** `running` returns null while the practice store does not run. */
export function createPracticeHandlers(running: () => RunningPractice | null): PracticeHandlers {
  const withStore = async (act: (store: RunningPractice) => Promise<void> | void): Promise<Result<PracticeView>> => {
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
