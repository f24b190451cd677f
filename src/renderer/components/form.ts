// Shared by all forms: the focus after failed validation, and the mapping of errors to fields.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { isPressed } from '../../shared/shortcuts.ts';

/**
 * Returns a function to call after setting errors: once they are rendered, it focuses the first invalid field. Where there
 * is none, it calls `nowhere` with its argument.
 */
export function useFirstWrong<P>(form: RefObject<HTMLElement | null>, nowhere?: (problem: P) => void) {
  const [refused, setRefused] = useState<{ readonly problem: P } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error
  useEffect(() => {
    if (!refused) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else nowhere?.(refused.problem);
  }, [refused]);
  return (problem: P) => setRefused({ problem });
}

/** Ctrl+Enter (Cmd+Enter) anywhere in a form submits it. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isPressed('save', event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.click();
}

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * The fields of a problem by the form's own names, without the wrapper of the channel's input ("draft.", "fields.").
 */
export function fieldsOf(problem: Problem | undefined): FieldErrors {
  const fields = Object.entries(problem?.fields ?? {});
  return Object.fromEntries(fields.map(([path, message]) => [path.replace(/^(draft|fields)\./, ''), message]));
}

/**
 * Focuses the first empty field when the form is mounted, else the first editable one. Optional fields carry
 * `data-optional` and are skipped. A field with `data-first` comes before all, with its text selected.
 */
export function useFirstField(form: RefObject<HTMLElement | null>, on = true): void {
  useEffect(() => {
    if (on && !form.current?.contains(document.activeElement)) focusFirst(form.current);
  }, [form, on]);
}

export function focusFirst(form: HTMLElement | null): void {
  const fields = [
    ...(form?.querySelectorAll<HTMLInputElement>(
      'input:not([type="checkbox"],[type="hidden"],[data-optional]),textarea',
    ) ?? []),
  ];
  const first = form?.querySelector<HTMLInputElement>('input[data-first]');
  const field = first ?? fields.find(({ value }) => value === '') ?? fields.find(({ readOnly }) => !readOnly);
  // The focus trap of a dialog starts with a timer, and goes to the field that is marked.
  field?.setAttribute('data-autofocus', '');
  field?.focus();
  first?.select();
}

/** A `ref` that focuses the element on mount, for the next step of a dialog. */
export function takeKeyboard(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * For a list of `count` rows of fields. Call `adding` before adding one: the field in `rows` with the new row's index as
 * `data-row` then gets the focus. With the button of a removed row the focus goes too: the last field gets it.
 */
export function useAddedRow(count: number) {
  const rows = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  const before = useRef(count);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (!added.current && !(isLost && before.current > count)) return;
    added.current = false;
    rows.current?.querySelector<HTMLElement>(`[data-row="${count - 1}"]`)?.focus();
  }, [count]);
  useEffect(() => {
    before.current = count;
  }, [count]);
  const adding = () => {
    added.current = true;
  };
  return { rows, adding };
}
