// A query for a form: it runs once, so that a change from elsewhere does not replace what was typed.
import { useEffect, useState } from 'react';
import type { Channel, Input, Output } from '../../shared/contract.ts';
import { call, type Problem } from '../bridge.ts';

export interface Loaded<T> {
  /** Undefined while loading. */
  readonly data: T | undefined;
  readonly problem: Problem | null;
}

/** The input must not change. */
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

/** Reads one record by its id; null when it was deleted. */
export const useLoaded = <C extends 'products.get' | 'links.get'>(channel: C, id: string): Loaded<Output<C>> =>
  useAnswer(channel, { id } as Input<C>);
