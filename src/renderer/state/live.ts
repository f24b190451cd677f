// Queries of the main process that reload when the records behind them change.
import { useEffect, useRef, useState } from 'react';
import type { Channel, EventPayload, Input, Output } from '../../shared/contract.ts';
import { call, listen, type Problem } from '../bridge.ts';

export type Topic = Exclude<keyof EventPayload<'records.changed'>, 'storeId'>;

/** Calls `changed` when records of one of the topics change. */
export function onRecords(topics: readonly Topic[], changed: () => void): () => void {
  return listen('records.changed', (event) => {
    if (topics.some((topic) => event[topic])) changed();
  });
}

export interface Live<T, I = unknown> {
  /** The newest answer; it stays while the next one loads. Undefined before the first. */
  readonly data: T | undefined;
  readonly problem: Problem | null;
  /** The input that `data` answers: an older one while the next answer loads. */
  readonly asked: I | undefined;
}

/** Calls `channel`, again whenever records of `topics` or the input change. The input is compared by its JSON. */
export function useLive<C extends Channel>(
  channel: C,
  input: Input<C>,
  topics: readonly Topic[],
): Live<Output<C>, Input<C>> {
  const [live, setLive] = useState<Live<Output<C>, Input<C>>>({ data: undefined, problem: null, asked: undefined });
  const inputKey = JSON.stringify(input) ?? '';
  const topicKey = topics.join();
  const latest = useRef(input);
  latest.current = input;
  // biome-ignore lint/correctness/useExhaustiveDependencies: input and topics are compared by their JSON
  useEffect(() => {
    let ended = false;
    let asking = false;
    let askAgain = false;
    const ask = async () => {
      if (asking) {
        askAgain = true;
        return;
      }
      asking = true;
      do {
        askAgain = false;
        const asked = latest.current;
        const answer = await call(channel, asked);
        if (ended) return;
        setLive((before) =>
          answer.ok ? { data: answer.value, problem: null, asked } : { ...before, problem: answer.problem },
        );
      } while (askAgain);
      asking = false;
    };
    void ask();
    const off = onRecords(topicKey.split(',') as Topic[], () => void ask());
    return () => {
      ended = true;
      off();
    };
  }, [channel, inputKey, topicKey]);
  return live;
}
