// What is typed in a form and not saved outlives a crash of the window: the main process keeps it in memory. Never a secret.
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '../bridge.ts';

/** What a window before this one left behind, by the form's name. */
let left: Readonly<Record<string, string>> = {};

/** The window before this one held something unsaved of which nothing was kept. */
let lost = false;

/** Asks what was left behind, before any form is drawn. */
export async function askLeftDrafts(): Promise<void> {
  const answer = await call('drafts.left', undefined);
  left = answer.ok ? answer.value.drafts : {};
  lost = answer.ok && answer.value.lost;
}

/** The names of the forms that left something behind, as long as they are not closed. */
export const leftDrafts = (): readonly string[] => Object.keys(left);

export const wasLost = (): boolean => lost;

/** A form whose draft is kept: its name, and what a draft of it looks like. */
export interface DraftOf<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
}

function read<T>({ name, schema }: DraftOf<T>): T | null {
  const text = left[name];
  return text === undefined ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
}

/** What the form left behind, when it opens; null when there is nothing, or its drafts are not kept. */
export function useLeftDraft<T>(draft: DraftOf<T> | undefined): T | null {
  const [found] = useState(() => (draft ? read(draft) : null));
  return found;
}

/** Keeps `typed` as long as the form is open; null keeps nothing. A form that is closed leaves nothing behind. */
export function useKeptDraft(name: string | undefined, typed: unknown): void {
  const text = typed === null ? null : JSON.stringify(typed);
  const kept = useRef(false);
  useEffect(() => {
    if (name === undefined || (text === null && !kept.current)) return;
    kept.current = text !== null;
    void call('drafts.keep', { name, typed: text });
  }, [name, text]);
  useEffect(() => {
    if (name === undefined) return;
    return () => {
      const { [name]: _, ...others } = left;
      left = others;
      void call('drafts.keep', { name, typed: null });
    };
  }, [name]);
}
