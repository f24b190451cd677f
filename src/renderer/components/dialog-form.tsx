// A form in a dialog: validates and saves once. When saving fails it stays, with the errors at their fields and the focus
// on the first of them.
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { fieldErrors, type Problem, type Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/window.ts';
import { useUnsaved } from '../state/leave.ts';
import { useOneAtATime } from '../state/one-at-a-time.ts';
import { type FieldErrors, fieldsOf, submitOnCtrlEnter, useAfterPress, useFirstField, useFirstWrong } from './form.ts';
import { ProblemAlert } from './ProblemAlert.tsx';
import { DialogFoot, WorkButton } from './parts.tsx';
import { ShownErrors, valueAt } from './shown-errors.ts';

/** The validated values, or an error for each wrong field. */
export type Checked<V> =
  | { readonly ok: true; readonly value: V }
  | { readonly ok: false; readonly errors: FieldErrors };

/** Validates against a schema. */
export function checkedBy<V>(schema: z.ZodType<V>, typed: unknown): Checked<V> {
  const checked = schema.safeParse(typed);
  return checked.success ? { ok: true, value: checked.data } : { ok: false, errors: fieldErrors(checked.error) };
}

/**
 * The result of saving. `problem` is shown in the form's alert, `errors` at the fields; left out, the problem's own. Without
 * either the seller has decided against it, and the form stays.
 */
export type Saved<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly problem?: Problem; readonly errors?: FieldErrors };

/** Shows an error of this field at the field alone, any other in the alert. */
export function atField<R>(result: Result<R>, field: string): Saved<R> {
  const message = result.ok ? undefined : result.problem.fields?.[field];
  return message === undefined ? result : { ok: false, errors: { [field]: message } };
}

interface Options<T, V, R> {
  readonly initial: T;
  /**
   * Validates: at the first submit and from then on at each change, and a field with a `data-path` on blur. Without it
   * everything is valid, and errors of saving disappear with the next change.
   */
  check?(typed: T): Checked<V>;
  /** What the service rejected in the initial values, by field; shown until the field is changed. */
  readonly refused?: FieldErrors | undefined;
  save(checked: V, typed: T): Promise<Saved<R>>;
  saved(value: R): void;
  /** The form is used again after saving. Left out, it ignores further submits, for its dialog closes. */
  readonly stays?: boolean;
  /** The part of the values that closing would lose; left out, all. Null if nothing is worth a question. */
  readonly content?: ((typed: T) => unknown) | null;
}

/** A form that stays ignores a submit this soon (ms) after saving, as the second half of a double click. */
const DOUBLE_CLICK_MS = 500;

/** Mantine's form for a dialog: pass it to `DialogForm`, or spread `element` on a form. */
export function useDialogForm<T extends object, V = T, R = unknown>(options: Options<T, V, R>) {
  const ref = useRef<HTMLFormElement>(null);
  const [shown] = useState(() => new ShownErrors());
  const afterPress = useAfterPress();
  const [problem, setProblem] = useState<Problem | null>(null);
  const { slow, run } = useOneAtATime();
  /** Submits are ignored until then, in ms of `performance.now()`. */
  const savedUntil = useRef(0);
  // Without a check V is T.
  const check = options.check ?? ((typed: T): Checked<V> => ({ ok: true, value: typed as unknown as V }));
  /** The errors to show now. */
  const wrongIn = (typed: T): FieldErrors => ({
    ...stillRefused(options, typed),
    ...shown.of(errorsIn(check(typed)), typed),
  });
  const form = useForm<T>({
    initialValues: options.initial,
    clearInputErrorOnChange: false,
    onValuesChange: (typed) => {
      setProblem(null);
      form.setErrors(wrongIn(typed));
    },
  });
  const content = options.content ?? ((typed: T): unknown => typed);
  const [begun, setBegun] = useState(options.initial);
  const isTyped = !isSame(content(begun), content(form.values));
  const isSaved = useUnsaved(isTyped && options.content !== null);
  /** Sets values that the seller did not choose and that are no loss. */
  const begin = (part: Partial<T>) => {
    setBegun((before) => ({ ...before, ...part }));
    form.setValues(part);
  };
  // The alert shows the problem only where none of its fields is rendered.
  const refused = useFirstWrong(ref, setProblem);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is loaded
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
      // The window lost the focus, not the field.
      if (path === undefined || document.activeElement === target) return;
      shown.leave(path, form.getValues());
      afterPress(() => form.setErrors((shownNow) => ({ ...shownNow, ...wrongIn(form.getValues()) })));
    },
    noValidate: true,
  };
  return { ...form, ref, element, problem, slow, submit, begin };
}

/** The rejected fields that were not changed. */
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
  /** The title of an error, as in "The product was not saved". */
  readonly failed: string;
  /** Shown above the buttons. */
  readonly notice?: ReactNode;
  /** Shown before the buttons, always in sight. */
  readonly preview?: ReactNode;
  /** The label of the submit button. */
  readonly submit: string;
  close(): void;
  readonly children: ReactNode;
}

/** The fields, the error, "Cancel" and the submit button. The first empty field gets the focus. */
export function DialogForm({ form, failed, notice, preview, submit, close, children }: DialogFormProps) {
  useFirstField(form.ref);
  return (
    <form {...form.element}>
      <Stack gap={16}>
        {children}
        <DialogFoot
          before={preview}
          above={
            <>
              {notice}
              <ProblemAlert title={failed} problem={form.problem} />
            </>
          }
        >
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
