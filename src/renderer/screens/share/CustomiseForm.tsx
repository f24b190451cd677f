// The form of "Customise checkout link", for one link and for many: fields, templates, and the resulting address.
import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type CheckoutField, withCheckoutFields } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';
import { DialogFoot } from '../../components/DialogFoot.tsx';
import { submitOnCtrlEnter, useFirstWrong } from '../../components/form.ts';
import { useHolds } from '../../components/held.tsx';
import { WorkButton } from '../../components/WorkButton.tsx';
import { useKeptDraft } from '../../state/draft.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { FieldRows } from './FieldRows.tsx';
import { FilledAddress } from './FilledAddress.tsx';
import {
  allFields,
  type CustomiseMemory,
  type customisedSchema,
  errorsOf,
  type FieldsTyped,
  isBlank,
} from './fields.ts';
import { LinkWarningAlert } from './LinkWarningAlert.tsx';
import styles from './share.module.css';
import type { LinkWarning } from './shared-link.ts';
import { TemplateBar } from './TemplateBar.tsx';

const words = texts.share.customise;

/** The typed values and the resulting address. */
export interface Customised {
  readonly url: string;
  readonly fields: readonly CheckoutField[];
}

interface CustomiseAction {
  readonly label: string;
  readonly icon: ReactNode;
  /** Returns the confirmation once the seller has the address; null if it failed. */
  run(customised: Customised): Promise<string | null>;
}

export interface CustomiseFormProps {
  /** What is customised, as part of draft names. */
  readonly about: string;
  /** The address that the fields are added to. */
  readonly url: string;
  readonly addressLabel: string;
  readonly intro: string;
  readonly warning: LinkWarning | null;
  /** Where what is typed outlives a crash of the window; left out, nowhere. */
  readonly draft?: { readonly name: string; readonly schema: typeof customisedSchema } | undefined;
  readonly memory: CustomiseMemory;
  readonly submit: CustomiseAction;
  readonly other: CustomiseAction;
}

export function CustomiseForm(props: CustomiseFormProps) {
  const { about, memory, submit, other } = props;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(memory.typed);
  const [done, setDone] = useState(memory.done);
  const submitting = useOneAtATime();
  const doingOther = useOneAtATime();
  useEffect(() => {
    const names = memory.backTo;
    const control =
      form.current?.querySelector<HTMLElement>(`[data-name="${names}"]:not(:disabled)`) ??
      form.current?.querySelector<HTMLElement>('input[type="tel"]');
    // For the focus trap of the dialog, which runs a moment later.
    control?.setAttribute('data-autofocus', '');
    control?.focus();
  }, [memory]);
  const toFirstWrong = useFirstWrong(form);
  const { templateId } = memory;
  const isKept = useKeptDraft(props.draft?.name, isBlank(typed) && templateId === null ? null : { typed, templateId });
  const url = withCheckoutFields(props.url, allFields(typed));
  // Once the seller has the address, closing loses nothing.
  const said = done?.url === url ? done.said : null;
  useHolds(!isBlank(typed) && said === null, isKept);
  const change = (next: FieldsTyped) => {
    memory.typed = next;
    setTyped(next);
  };

  const errors = errorsOf(props.url, typed);
  const act = async ({ run }: CustomiseAction) => {
    if (errors.any) return toFirstWrong(null);
    const fields = allFields(typed).filter(({ name, value }) => name.trim() !== '' && value.trim() !== '');
    const toSay = await run({ url, fields });
    if (toSay === null) return;
    memory.done = { url, said: toSay };
    setDone(memory.done);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submitting.run(() => act(submit));
  };

  return (
    <form ref={form} onSubmit={onSubmit} onKeyDown={submitOnCtrlEnter} noValidate>
      <Stack gap={16}>
        <LinkWarningAlert of={props.warning} />
        <Text size="sm" c="dimmed">
          {props.intro}
        </Text>
        <TemplateBar about={about} typed={typed} memory={memory} form={form} onChange={change} />
        <div className={styles.pair}>
          <TextInput
            label={words.phoneNumber}
            type="tel"
            autoComplete="off"
            value={typed.phoneNumber}
            error={errors.phoneNumber}
            data-field="phone_number"
            onChange={(event) => change({ ...typed, phoneNumber: event.currentTarget.value })}
          />
          <TextInput
            label={words.name}
            autoComplete="off"
            value={typed.name}
            error={errors.name}
            data-field="name"
            onChange={(event) => change({ ...typed, name: event.currentTarget.value })}
          />
        </div>
        <FieldRows rows={typed.rows} errors={errors.rows} onChange={(rows) => change({ ...typed, rows })} />
        <FilledAddress label={props.addressLabel} base={props.url} url={url} />
        <DialogFoot>
          <Text span size="sm" role="status" className={styles.told}>
            {said}
          </Text>
          <WorkButton
            variant="default"
            leftSection={other.icon}
            data-name="other"
            busy={doingOther.slow}
            onClick={() => void doingOther.run(() => act(other))}
          >
            {other.label}
          </WorkButton>
          <WorkButton type="submit" leftSection={submit.icon} busy={submitting.slow}>
            {submit.label}
          </WorkButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
