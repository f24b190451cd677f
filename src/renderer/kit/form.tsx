// A form in a dialog: validates and saves once. If saving fails, it shows the errors at their fields and focuses the first one.
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDidUpdate } from '@mantine/hooks';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { fieldErrors, type Problem, type Result } from '../../shared/problem.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { isPressed } from '../state/keys.ts';
import { useUnsaved } from '../state/leave.ts';
import { withShortcut } from '../state/shortcuts.ts';
import { useSingleFlight } from '../state/single-flight.ts';
import { DialogFoot, ProblemAlert, WorkButton } from './parts.tsx';

/** The validated values, or an error for each wrong field. */
export type Checked<V> =
  | { readonly ok: true; readonly value: V }
  | { readonly ok: false; readonly errors: FieldErrors };

export function checkedBy<V>(schema: z.ZodType<V>, typed: unknown): Checked<V> {
  const checked = schema.safeParse(typed);
  return checked.success ? { ok: true, value: checked.data } : { ok: false, errors: fieldErrors(checked.error) };
}

/**
 * The result of saving. The form's alert shows `problem`; the fields show `errors`, by default those of the problem. Without
 * either the seller declined, and the form stays.
 */
export type Saved<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly problem?: Problem; readonly errors?: FieldErrors };

/** Shows the error of this field only at the field, and any other problem in the alert. */
export function atField<R>(result: Result<R>, field: string): Saved<R> {
  const message = result.ok ? undefined : result.problem.fields?.[field];
  return message === undefined ? result : { ok: false, errors: { [field]: message } };
}

interface Options<T, V, R> {
  readonly initial: T;
  /** Validates on submit. By default everything is valid. */
  check?(typed: T): Checked<V>;
  /** What the service rejected in the initial values, by field. Disappears when the form changes. */
  readonly refused?: FieldErrors | undefined;
  save(checked: V, typed: T): Promise<Saved<R>>;
  /** `more`: the seller goes on with another record, for which the caller calls `begin`. */
  saved(value: R, more: boolean): void;
  /** The form is used again after saving. By default its dialog closes, so it ignores further submits. */
  readonly stays?: boolean;
  /** The part of the values that closing would lose; by default all. Null if nothing is worth a question. */
  readonly content?: ((typed: T) => unknown) | null;
}

/** The form state of a dialog: pass it to `DialogForm`, or spread `element` on a form. */
export function useDialogForm<T extends object, V = T, R = unknown>(options: Options<T, V, R>) {
  const ref = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { slow, run } = useSingleFlight();
  const isDone = useRef(false);
  const form = useForm<T>({
    initialValues: options.initial,
    initialErrors: options.refused ?? {},
    onValuesChange: () => setProblem(null),
  });
  const content = options.content ?? ((typed: T): unknown => typed);
  const [begun, setBegun] = useState(options.initial);
  const isTyped = JSON.stringify(content(begun)) !== JSON.stringify(content(form.values));
  const isSaved = useUnsaved(isTyped && options.content !== null);
  /** Sets values that the seller did not choose, so closing loses nothing. */
  const begin = (part: Partial<T>) => {
    setBegun((previous) => ({ ...previous, ...part }));
    form.setValues(part);
  };
  // Only an error without a visible field needs the alert.
  const refuse = (errors: FieldErrors, about: Problem | null) => {
    if (!showErrors(ref, () => form.setErrors(errors))) setProblem(about);
  };

  const submit = (more = false) =>
    run(async () => {
      if (isDone.current) return;
      const typed = form.getValues();
      // Without `check`, V is T.
      const checked = options.check?.(typed) ?? { ok: true, value: typed as unknown as V };
      setProblem(null);
      if (!checked.ok) return refuse(checked.errors, null);
      form.clearErrors();
      const result = await options.save(checked.value, typed);
      if (result.ok) {
        isDone.current = !options.stays && !more;
        if (isDone.current) isSaved();
        // Text typed while saving stays, and counts as unsaved.
        else if (!more) setBegun(typed);
        return options.saved(result.value, more);
      }
      const errors = result.errors ?? fieldsOf(result.problem);
      refuse(errors, result.problem ?? null);
    });
  const element: ComponentProps<'form'> = {
    ref,
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
    onKeyDown: submitOnCtrlEnter,
    noValidate: true,
  };
  return { ...form, ref, element, problem, slow, submit, begin };
}

interface DialogFormProps {
  readonly form: Pick<ReturnType<typeof useDialogForm>, 'ref' | 'element' | 'problem' | 'slow' | 'submit'>;
  readonly failed?: string;
  /** Shown before the buttons, never scrolled away. */
  readonly preview?: ReactNode;
  readonly submit: string;
  /** The label of the button that submits and goes on with another record. */
  readonly submitMore?: string | undefined;
  close(): void;
  readonly children: ReactNode;
}

/** The fields, the error, "Cancel" and the submit button. Focuses the first empty field. */
export function DialogForm(props: DialogFormProps) {
  const { form, failed = texts.common.failed, preview, submit, submitMore, close, children } = props;
  useFirstField(form.ref);
  return (
    <form {...form.element}>
      <Stack gap={16}>
        {children}
        <DialogFoot before={preview} above={<ProblemAlert title={failed} problem={form.problem} />}>
          <Button variant="default" onClick={close}>
            {shared.shell.confirm.cancel}
          </Button>
          {submitMore && (
            <Button
              variant="default"
              {...withShortcut('saveAndNew', submitMore)}
              data-more
              // A double click creates only one.
              onClick={({ detail }) => detail < 2 && void form.submit(true)}
            >
              {submitMore}
            </Button>
          )}
          <WorkButton type="submit" busy={form.slow}>
            {submit}
          </WorkButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** Renders the errors that `set` sets, and focuses the first invalid field. Returns false if there is none. */
export function showErrors({ current: form }: RefObject<HTMLElement | null>, set: () => void): boolean {
  flushSync(set);
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field != null;
}

/** Ctrl+Enter (Cmd+Enter) anywhere in a form submits it; with Shift it also goes on with another record. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const isMore = isPressed('saveAndNew', event.nativeEvent);
  if (!isMore && !isPressed('save', event.nativeEvent)) return;
  event.preventDefault();
  const button = event.currentTarget.querySelector<HTMLElement>(isMore ? '[data-more]' : '[type="submit"]');
  // Holding the key down creates only one.
  if (!event.repeat) button?.click();
}

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The errors of a problem by the form's field names, without the "draft." or "fields." of the channel's input. */
export function fieldsOf(problem: Problem | undefined): FieldErrors {
  const fields = Object.entries(problem?.fields ?? {});
  return Object.fromEntries(fields.map(([path, message]) => [path.replace(/^(draft|fields)\./, ''), message]));
}

/**
 * When the form mounts, focuses its first wrong field, else the first empty one, else the first editable one. Skips optional
 * fields, which carry `data-optional`. A field with `data-first` comes before all, with its text selected.
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
  const wrong = fields.find(({ ariaInvalid }) => ariaInvalid === 'true');
  const empty = fields.find(({ value }) => value === '');
  const field = first ?? wrong ?? empty ?? fields.find(({ readOnly }) => !readOnly);
  // The focus trap of a dialog starts after a timer, and focuses the marked field.
  field?.setAttribute('data-autofocus', '');
  field?.focus();
  first?.select();
}

/** A `ref` that focuses its element on mount, for the next step of a dialog. */
export function takeKeyboard(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * For a list of `count` rows of fields. Call `adding` before adding a row: the new row's field, which has its index as
 * `data-row`, then gets the focus. Removing a row unmounts the focused button, so the last field gets the focus.
 */
export function useAddedRow(count: number) {
  const rows = useRef<HTMLDivElement>(null);
  const isAdding = useRef(false);
  useDidUpdate(() => {
    if (!isAdding.current && document.activeElement !== document.body) return;
    isAdding.current = false;
    rows.current?.querySelector<HTMLElement>(`[data-row="${count - 1}"]`)?.focus();
  }, [count]);
  const adding = () => {
    isAdding.current = true;
  };
  return { rows, adding };
}
