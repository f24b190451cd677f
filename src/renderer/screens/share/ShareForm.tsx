// The fields of one or many checkout links to share: templates, the message, and the resulting address.
import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type CheckoutField,
  EMAIL,
  filledFrom,
  PHONE_NUMBER,
  withCheckoutFields,
} from '../../../shared/checkout-url.ts';
import { messageSchema, PLACEHOLDERS } from '../../../shared/message.ts';
import type { MetadataEntry } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { showErrors, submitOnCtrlEnter } from '../../kit/form.tsx';
import { DialogFoot, WorkButton } from '../../kit/parts.tsx';
import { useUnsaved } from '../../state/leave.ts';
import { useSingleFlight } from '../../state/single-flight.ts';
import { emptyMetadata } from '../links/link-form.ts';
import { PairRows } from '../links/PairRows.tsx';
import { allFields, blankFields, errorsOf, fieldLabel, PERSONAL_NAMES, usedFields } from './fields.ts';
import { LinkWarningAlert } from './LinkWarningAlert.tsx';
import styles from './share.module.css';
import type { LinkWarning } from './shared-link.ts';
import { TemplateBar } from './TemplateBar.tsx';

interface Shared {
  readonly url: string;
  readonly fields: CheckoutField[];
  readonly message: string;
}

interface ShareAction {
  readonly label: string;
  readonly Icon: typeof IconCopy;
  /** Sends the message, which must be valid then. */
  readonly sends?: true;
  /** Resolves to the confirmation once the seller has the address; to null if it failed, or said so itself. */
  run(shared: Shared): Promise<string | null>;
}

interface ShareFormProps {
  /** The address to which the fields are added. */
  readonly url: string;
  /** The link's metadata, for placeholders in the fields; null if these are not filled in. */
  readonly metadata: readonly MetadataEntry[] | null;
  readonly addressLabel: string;
  readonly about: ReactNode;
  readonly warning: LinkWarning | null;
  /** The initial message; null if none is sent. */
  readonly message: string | null;
  /** The last one is the primary button. */
  readonly actions: readonly ShareAction[];
}

export function ShareForm(props: ShareFormProps) {
  const { url: base, metadata, addressLabel, about, warning, message: initial, actions } = props;
  const form = useRef<HTMLFormElement>(null);
  const firstField = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(blankFields);
  const [message, setMessage] = useState(initial ?? '');
  const [messageError, setMessageError] = useState<string | null>(null);
  /** What the seller has copied or sent, and its confirmation. */
  const [done, setDone] = useState<{ readonly of: string; readonly words: string } | null>(null);
  const work = useSingleFlight();
  const [running, setRunning] = useState('');
  useEffect(() => firstField.current?.focus(), []);
  const url = withCheckoutFields(base, filledFrom(allFields(typed), metadata));
  const content = JSON.stringify([url, message]);
  // Once the seller has the address, closing loses nothing.
  useUnsaved((usedFields(typed).length > 0 || message !== (initial ?? '')) && done?.of !== content);
  const errors = errorsOf(base, typed);
  const act = async ({ label, sends, run }: ShareAction) => {
    setRunning(label);
    const wrong = sends ? (messageSchema.safeParse(message).error?.issues[0]?.message ?? null) : null;
    const isWrong = showErrors(form, () => setMessageError(wrong));
    if (isWrong || errors.any) return;
    const fields = allFields(typed).filter(({ name, value }) => name.trim() !== '' && value.trim() !== '');
    const words = await run({ url, fields, message });
    if (words !== null) setDone({ of: content, words });
  };
  return (
    <form ref={form} onSubmit={(event) => event.preventDefault()} onKeyDown={submitOnCtrlEnter} noValidate>
      <Stack gap={16}>
        <LinkWarningAlert of={warning} />
        {about}
        <TemplateBar
          typed={typed}
          message={message === (initial ?? '') ? null : message}
          onChange={(typed, message) => {
            setTyped(typed);
            if (initial !== null) setMessage(message ?? initial);
          }}
        />
        <div className={styles.pair}>
          {PERSONAL_NAMES.map((name, index) => (
            <TextInput
              key={name}
              {...(index === 0 && { ref: firstField })}
              label={fieldLabel(name)}
              type={name === PHONE_NUMBER ? 'tel' : 'text'}
              {...(name === EMAIL && { inputMode: 'email' })}
              autoComplete="off"
              value={typed.personal[name] ?? ''}
              error={errors.personal[name]}
              onChange={({ currentTarget: { value } }) =>
                setTyped({ ...typed, personal: { ...typed.personal, [name]: value } })
              }
            />
          ))}
        </div>
        <PairRows
          title={texts.share.fields.title}
          words={texts.share.fields}
          rows={typed.rows}
          errorsAt={(index) => ({ key: errors.rows[index] })}
          blank={emptyMetadata}
          onChange={(rows) => setTyped({ ...typed, rows })}
        />
        {initial !== null && (
          <Textarea
            label={texts.settings.message.message}
            description={texts.settings.message.hint(PLACEHOLDERS)}
            autosize
            minRows={2}
            maxRows={6}
            value={message}
            error={messageError}
            onChange={(event) => {
              setMessage(event.currentTarget.value);
              setMessageError(null);
            }}
          />
        )}
        <TextInput label={addressLabel} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <DialogFoot
          // Above the buttons, in room that is always there, so that it moves none of them.
          above={
            <Text size="sm" ta="right" role="status" className={styles.confirmation}>
              {done?.of === content && messageError === null && done.words}
            </Text>
          }
        >
          {actions.map((action, place) => {
            // Enter in a field presses the last button.
            const isPrimary = place === actions.length - 1;
            return (
              <WorkButton
                key={action.label}
                type={isPrimary ? 'submit' : 'button'}
                variant={isPrimary ? 'filled' : 'default'}
                leftSection={<action.Icon size={16} aria-hidden />}
                busy={work.slow && running === action.label}
                onClick={() => void work.run(() => act(action))}
              >
                {action.label}
              </WorkButton>
            );
          })}
        </DialogFoot>
      </Stack>
    </form>
  );
}
