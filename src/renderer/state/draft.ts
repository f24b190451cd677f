// Drafts: unsaved text survives a crash of the window, in the memory of the main process. Never a secret. A draft belongs
// to the store in which its form was opened, and comes back in no other.
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { MAX_DRAFT } from '../../shared/draft.ts';
import { call } from '../bridge.ts';
import { useFrameState } from './frame.ts';

/** A draft of `from` characters or more is sent once per `pause` ms instead of at each key. */
const LONG = { from: 10_000, pause: 500 } as const;

/** Drafts of the window that crashed, by store and form name. */
let left: Readonly<Record<string, string>> = {};

/** The window that crashed had unsaved text without a draft. */
let lost = false;

/** Loads the drafts of a window that crashed; called before any form renders. */
export async function loadDrafts(): Promise<void> {
  const answer = await call('drafts.left', undefined);
  left = answer.ok ? answer.value.drafts : {};
  lost = answer.ok && answer.value.lost;
}

const inStore = (name: string): string => `${useFrameState.getState().frame?.currentStoreId ?? ''}/${name}`;

/** The names of this store's forms with a restored draft, until they are closed. */
export function leftDrafts(): readonly string[] {
  const store = inStore('');
  return Object.keys(left).flatMap((key) => (key.startsWith(store) ? [key.slice(store.length)] : []));
}

/** Whether text was lost in the crash; true only once. */
export function takeLost(): boolean {
  const was = lost;
  lost = false;
  return was;
}

export interface DraftOf<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
}

/** The form's restored draft; null when there is none, or it cannot be parsed. */
export function leftDraft<T>({ name, schema }: DraftOf<T>): T | null {
  const text = left[inStore(name)];
  return text === undefined ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
}

function forget(key: string): void {
  const { [key]: _, ...others } = left;
  left = others;
  void call('drafts.keep', { name: key, typed: null });
}

/** For a form that does not open again. */
export const forgetDraft = (name: string): void => forget(inStore(name));

/** The form's restored draft at the time it opens; null when there is none. */
export function useLeftDraft<T>(draft: DraftOf<T> | undefined): T | null {
  const [found] = useState(() => (draft ? leftDraft(draft) : null));
  return found;
}

/** Keeps `typed` while the form is mounted; null keeps nothing. Returns false when nothing is kept, as of a long text. */
export function useKeptDraft(name: string | undefined, typed: unknown): boolean {
  const [key] = useState(() => (name === undefined ? undefined : inStore(name)));
  const written = typed === null ? null : JSON.stringify(typed);
  const text = written !== null && written.length <= MAX_DRAFT ? written : null;
  /** When it was sent last, in ms of `performance.now()`; null while nothing is kept. */
  const keptAt = useRef<number | null>(null);
  useEffect(() => {
    if (key === undefined || (text === null && keptAt.current === null)) return;
    const keep = () => {
      keptAt.current = text === null ? null : performance.now();
      void call('drafts.keep', { name: key, typed: text });
    };
    const isLong = text !== null && text.length >= LONG.from;
    const wait = isLong && keptAt.current !== null ? keptAt.current + LONG.pause - performance.now() : 0;
    if (wait <= 0) return keep();
    const timer = setTimeout(keep, wait);
    return () => clearTimeout(timer);
  }, [key, text]);
  useEffect(() => {
    if (key === undefined) return;
    return () => forget(key);
  }, [key]);
  return key !== undefined && text !== null;
}
