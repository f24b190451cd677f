// An answer of the main process for a form: read once, so that what is typed is not replaced by a change from elsewhere.
import { useEffect, useState } from 'react';
import type { Channel, Input, Output } from '../../shared/contract.ts';
import { call, type Problem } from '../bridge.ts';

export interface Loaded<T> {
  /** Undefined until the answer is there. */
  readonly data: T | undefined;
  readonly problem: Problem | null;
}

/** Asks once; the input must not change. */
export function useAnswer<C extends Channel>(channel: C, input: Input<C>): Loaded<Output<C>> {
  const [loaded, setLoaded] = useState<Loaded<Output<C>>>({ data: undefined, problem: null });
  const [asked] = useState(input);
  useEffect(() => {
    void call(channel, asked).then((answer) =>
      setLoaded(answer.ok ? { data: answer.value, problem: null } : { data: undefined, problem: answer.problem }),
    );
  }, [channel, asked]);
  return loaded;
}

/** Reads one record by its id; null when it is gone. */
export const useLoaded = <C extends 'products.get' | 'links.get'>(channel: C, id: string): Loaded<Output<C>> =>
  useAnswer(channel, { id } as Input<C>);
