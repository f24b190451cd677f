// A form in a dialog. What is typed is checked and handed over once; when it is refused it stays, with the sentences at
// the fields they belong to and the keyboard on the first of these.
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { fieldErrors, type Problem, type Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { type DraftOf, useKeptDraft, useLeftDraft } from '../state/draft.ts';
import { useUnsavedDialog } from '../state/leave.ts';
import { useOneAtATime } from '../state/one-at-a-time.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { type FieldErrors, fieldsOf, submitOnCtrlEnter, useAfterPress, useFirstField, useFirstWrong } from './form.ts';
import { ProblemAlert } from './ProblemAlert.tsx';
import { ShownErrors, valueAt } from './shown-errors.ts';
import { WorkButton } from './WorkButton.tsx';

/** What is typed as what is handed over, or a sentence for each field that is wrong. */
export type Checked<V> =
  | { readonly ok: true; readonly value: V }
  | { readonly ok: false; readonly errors: FieldErrors };

/** Holds what is typed to a schema. */
export function checkedBy<V>(schema: z.ZodType<V>, typed: unknown): Checked<V> {
  const checked = schema.safeParse(typed);
  return checked.success ? { ok: true, value: checked.data } : { ok: false, errors: fieldErrors(checked.error) };
}

/** What came of it. A `problem` is told in the form's alert, `errors` at the fields; left out, the problem's own. */
export type Saved<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly problem?: Problem; readonly errors?: FieldErrors };

/** A refusal of this field is told at the field alone, any other in the alert. */
export function atField<R>(result: Result<R>, field: string): Saved<R> {
  const message = result.ok ? undefined : result.problem.fields?.[field];
  return message === undefined ? result : { ok: false, errors: { [field]: message } };
}

interface Options<T, V, R> {
  readonly initial: T;
  /** Where what is typed outlives a crash of the window. */
  readonly draft?: DraftOf<T> | undefined;
  /**
   * Asked with the first try, and from then on with each change; and for a field with a `data-path` when it is left.
   * Without it all that is typed is handed over, and the sentences at the fields go with the next change.
   */
  check?(typed: T): Checked<V>;
  /** What the service refused in what the form begins with, by field; stays at a field until that is changed. */
  readonly refused?: FieldErrors | undefined;
  save(checked: V, typed: T): Promise<Saved<R>>;
  saved(value: R): void;
  /** The form stays when it was saved, to be used again. Left out, it takes nothing more: what it is in closes. */
  readonly stays?: boolean;
  /** What of it would be lost by closing it; left out, all. Null for a form that only asks for something. */
  readonly content?: ((typed: T) => unknown) | null;
}

/** A form that stays takes a press this soon (ms) after it was saved for the second half of a double click. */
const DOUBLE_CLICK_MS = 500;

/** Mantine's form with all that a dialog needs around it; for `DialogForm`, or with `element` as props of a form. */
export function useDialogForm<T extends object, V = T, R = unknown>(options: Options<T, V, R>) {
  const ref = useRef<HTMLFormElement>(null);
  const left = useLeftDraft(options.draft);
  const [shown] = useState(() => new ShownErrors());
  const afterPress = useAfterPress();
  const [problem, setProblem] = useState<Problem | null>(null);
  const { slow, run } = useOneAtATime();
  /** Until when a press is part of the one that has saved it, in ms of `performance.now()`. */
  const savedUntil = useRef(0);
  // Without a check V is T.
  const check = options.check ?? ((typed: T): Checked<V> => ({ ok: true, value: typed as unknown as V }));
  /** What is wrong of what is told by now. */
  const wrongIn = (typed: T): FieldErrors => ({
    ...stillRefused(options, typed),
    ...shown.of(errorsIn(check(typed)), typed),
  });
  const form = useForm<T>({
    initialValues: left ?? options.initial,
    clearInputErrorOnChange: false,
    onValuesChange: (typed) => {
      setProblem(null);
      form.setErrors(wrongIn(typed));
    },
  });
  const content = options.content ?? ((typed: T): unknown => typed);
  const [begun, setBegun] = useState(options.initial);
  const isTyped = left !== null || !isSame(content(begun), content(form.values));
  const isKept = useKeptDraft(options.draft?.name, isTyped ? form.values : null);
  const isSaved = useUnsavedDialog(isTyped && options.content !== null, isKept);
  /** Fills in what the seller did not choose: it would not be lost. */
  const begin = (part: Partial<T>) => {
    setBegun((before) => ({ ...before, ...part }));
    form.setValues(part);
  };
  // What was refused is told at its fields where they are drawn, and only else in the alert.
  const refused = useFirstWrong(ref, setProblem);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known
  useEffect(() => {
    if (!options.refused || Object.keys(options.refused).length === 0) return;
    form.setErrors(stillRefused(options, form.getValues()));
    refused(null);
  }, [options.refused]);

  const submit = () =>
    run(async () => {
      if (performance.now() < savedUntil.current) return;
      const typed = form.getValues();
      const checked = check(typed);
      shown.try(typed);
      setProblem(null);
      form.setErrors(errorsIn(checked));
      if (!checked.ok) return refused(null);
      const result = await options.save(checked.value, typed);
      if (result.ok) {
        savedUntil.current = options.stays ? performance.now() + DOUBLE_CLICK_MS : Number.POSITIVE_INFINITY;
        if (!options.stays) isSaved();
        return options.saved(result.value);
      }
      const errors = result.errors ?? fieldsOf(result.problem);
      form.setErrors(errors);
      if (Object.keys(errors).length > 0) refused(result.problem ?? null);
      else setProblem(result.problem ?? null);
    });
  const element: ComponentProps<'form'> = {
    ref,
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
    onKeyDown: submitOnCtrlEnter,
    onBlur: ({ target }) => {
      const { path } = target.dataset;
      // With the window in the background the field is not left.
      if (path === undefined || document.activeElement === target) return;
      shown.leave(path, form.getValues());
      afterPress(() => form.setErrors((told) => ({ ...told, ...wrongIn(form.getValues()) })));
    },
    noValidate: true,
  };
  return { ...form, ref, element, problem, slow, submit, begin };
}

/** What was refused of the fields that are as they were. */
function stillRefused<T extends object>(
  { refused = {}, initial }: Pick<Options<T, never, never>, 'refused' | 'initial'>,
  typed: T,
): FieldErrors {
  const fields = Object.entries(refused);
  return Object.fromEntries(fields.filter(([path]) => isSame(valueAt(initial, path), valueAt(typed, path))));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const errorsIn = <V,>(checked: Checked<V>): FieldErrors => (checked.ok ? {} : checked.errors);

interface DialogFormProps {
  readonly form: Pick<ReturnType<typeof useDialogForm>, 'ref' | 'element' | 'problem' | 'slow'>;
  /** What a refusal is headed with, as in "The product was not saved". */
  readonly failed: string;
  /** The name of the button that saves. */
  readonly submit: string;
  close(): void;
  readonly children: ReactNode;
}

/** The fields, what was refused, "Cancel" and the button that saves. The keyboard begins at the first empty field. */
export function DialogForm({ form, failed, submit, close, children }: DialogFormProps) {
  useFirstField(form.ref);
  return (
    <form {...form.element}>
      <Stack gap={16}>
        {children}
        <DialogFoot above={<ProblemAlert title={failed} problem={form.problem} />}>
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          <WorkButton type="submit" busy={form.slow}>
            {submit}
          </WorkButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
