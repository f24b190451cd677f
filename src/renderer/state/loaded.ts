// An answer of the main process for a form: read once, so that what is typed is not replaced by a change from elsewhere.
import { useEffect, useState } from 'react';
import type { Input, Output } from '../../shared/contract.ts';
import { call, type Problem } from '../bridge.ts';

type RecordChannel = 'products.get' | 'links.get';

export interface Loaded<T> {
  /** Undefined until the answer is there. */
  readonly data: T | undefined;
  readonly problem: Problem | null;
}

/** Reads one record by its id; null when it is gone. */
export function useLoaded<C extends RecordChannel>(channel: C, id: string): Loaded<Output<C>> {
  const [loaded, setLoaded] = useState<Loaded<Output<C>>>({ data: undefined, problem: null });
  useEffect(() => {
    void call(channel, { id } as Input<C>).then((answer) =>
      setLoaded(answer.ok ? { data: answer.value, problem: null } : { data: undefined, problem: answer.problem }),
    );
  }, [channel, id]);
  return loaded;
}
