// What all forms share: where the keyboard goes after a failed check, and how a refusal finds its fields.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { isPressed } from '../../shared/shortcuts.ts';

/**
 * Gives a function to call after the errors are set: once they are drawn, the keyboard is on the first field that is
 * marked wrong. Where none is, `nowhere` gets what it was called with.
 */
export function useFirstWrong<P>(form: RefObject<HTMLElement | null>, nowhere?: (problem: P) => void) {
  const [refused, setRefused] = useState<{ readonly problem: P } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!refused) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else nowhere?.(refused.problem);
  }, [refused]);
  return (problem: P) => setRefused({ problem });
}

/** Ctrl+Enter (Cmd+Enter) anywhere in a form does what a click on its button would. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isPressed('save', event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.click();
}

/**
 * Gives a function that runs another once no button of the mouse is down: a form that moves between the press and the
 * release loses the click.
 */
export function useAfterPress(): (act: () => void) => void {
  const isDown = useRef(false);
  useEffect(() => {
    const set = ({ type }: Event) => {
      isDown.current = type === 'pointerdown';
    };
    const types = ['pointerdown', 'pointerup', 'pointercancel'];
    for (const type of types) addEventListener(type, set, true);
    return () => {
      for (const type of types) removeEventListener(type, set, true);
    };
  }, []);
  return (act) => {
    if (!isDown.current) return act();
    // The click comes with the release.
    addEventListener('pointerup', () => setTimeout(act), { once: true, capture: true });
  };
}

/** The sentence for each field that is wrong, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * The fields of a refusal, named as the form names them: the wrapper that a channel's input has around them ("draft.",
 * "fields.") is taken off.
 */
export function fieldsOf(problem: Problem | undefined): FieldErrors {
  const fields = Object.entries(problem?.fields ?? {});
  return Object.fromEntries(fields.map(([path, message]) => [path.replace(/^(draft|fields)\./, ''), message]));
}

/**
 * Puts the keyboard on a form's first empty field when the form appears, else on its first text. Fields that may stay
 * empty carry `data-optional` and are passed over. A field with `data-first` comes before all, with its text selected.
 */
export function useFirstField(form: RefObject<HTMLElement | null>, on = true): void {
  useEffect(() => {
    if (!on) return;
    const fields = [
      ...(form.current?.querySelectorAll<HTMLInputElement>(
        'input:not([type="checkbox"],[type="hidden"],[data-optional]),textarea',
      ) ?? []),
    ];
    const first = form.current?.querySelector<HTMLInputElement>('input[data-first]');
    const field = first ?? fields.find(({ value }) => value === '') ?? fields.find(({ readOnly }) => !readOnly);
    field?.focus();
    first?.select();
  }, [form, on]);
}

/** For the control or the words with which a further step of a dialog begins: the keyboard goes there when they come.
 * As their `ref`. */
export function takeKeyboard(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * For rows of fields that can be added, `count` of them now. Call `adding` before one is: the keyboard then goes to the
 * field that carries the new row's place as `data-row`, in the element of `rows`.
 */
export function useAddedRow(count: number) {
  const rows = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    rows.current?.querySelector<HTMLElement>(`[data-row="${count - 1}"]`)?.focus();
  }, [count]);
  const adding = () => {
    added.current = true;
  };
  return { rows, adding };
}
