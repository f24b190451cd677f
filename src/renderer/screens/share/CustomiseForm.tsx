// The form of "Customise checkout link", for one link and for many: fields, templates, and the resulting address.
import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type CheckoutField, withCheckoutFields } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';
import { submitOnCtrlEnter, useFirstWrong } from '../../components/form.ts';
import { DialogFoot, WorkButton } from '../../components/parts.tsx';
import { useUnsaved } from '../../state/leave.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { FieldRows } from './FieldRows.tsx';
import { FilledAddress } from './FilledAddress.tsx';
import { allFields, blankFields, errorsOf, isBlank } from './fields.ts';
import { LinkWarningAlert } from './LinkWarningAlert.tsx';
import styles from './share.module.css';
import type { LinkWarning } from './shared-link.ts';
import { TemplateBar } from './TemplateBar.tsx';

const t = texts.share.customise;

/** The typed values and the resulting address. */
interface Customised {
  readonly url: string;
  readonly fields: readonly CheckoutField[];
}

interface CustomiseAction {
  readonly label: string;
  readonly icon: ReactNode;
  /** Returns the confirmation once the seller has the address; null if it failed. */
  run(customised: Customised): Promise<string | null>;
}

interface CustomiseFormProps {
  /** The address that the fields are added to. */
  readonly url: string;
  readonly addressLabel: string;
  readonly intro: string;
  readonly warning: LinkWarning | null;
  readonly submit: CustomiseAction;
  readonly other: CustomiseAction;
}

export function CustomiseForm(props: CustomiseFormProps) {
  const { submit, other } = props;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(blankFields);
  const [templateId, setTemplateId] = useState<string | null>(null);
  /** The address that the seller has, and what was said of it. */
  const [done, setDone] = useState<{ readonly url: string; readonly message: string } | null>(null);
  const submitting = useOneAtATime();
  const doingOther = useOneAtATime();
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const toFirstWrong = useFirstWrong(form);
  const url = withCheckoutFields(props.url, allFields(typed));
  // Once the seller has the address, closing loses nothing.
  const message = done?.url === url ? done.message : null;
  useUnsaved(!isBlank(typed) && message === null);

  const errors = errorsOf(props.url, typed);
  const act = async ({ run }: CustomiseAction) => {
    if (errors.any) return toFirstWrong(null);
    const fields = allFields(typed).filter(({ name, value }) => name.trim() !== '' && value.trim() !== '');
    const toSay = await run({ url, fields });
    if (toSay !== null) setDone({ url, message: toSay });
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
        <TemplateBar {...{ typed, form, firstField, templateId, setTemplateId }} onChange={setTyped} />
        <div className={styles.pair}>
          <TextInput
            label={t.phoneNumber}
            type="tel"
            ref={firstField}
            autoComplete="off"
            value={typed.phoneNumber}
            error={errors.phoneNumber}
            data-field="phone_number"
            onChange={(event) => setTyped({ ...typed, phoneNumber: event.currentTarget.value })}
          />
          <TextInput
            label={t.name}
            autoComplete="off"
            value={typed.name}
            error={errors.name}
            data-field="name"
            onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
          />
        </div>
        <FieldRows rows={typed.rows} errors={errors.rows} onChange={(rows) => setTyped({ ...typed, rows })} />
        <FilledAddress label={props.addressLabel} base={props.url} url={url} />
        <DialogFoot>
          <Text span size="sm" role="status" className={styles.confirmation}>
            {message}
          </Text>
          <WorkButton
            variant="default"
            leftSection={other.icon}
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
