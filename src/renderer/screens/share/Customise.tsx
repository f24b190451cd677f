// "Customise checkout link": pre-fills fields of the checkout page for one customer (document, section 1).
import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy, IconPlus, IconQrcode, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { withCheckoutFields } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { DialogFoot } from '../../components/DialogFoot.tsx';
import { submitOnCtrlEnter, useAddedRow, useFirstWrong } from '../../components/form.ts';
import { useHolds } from '../../components/held.tsx';
import { toast } from '../../components/toast.tsx';
import { leftDraft, useKeptDraft } from '../../state/draft.ts';
import {
  allFields,
  blankMemory,
  type CustomiseMemory,
  customisedSchema,
  errorsOf,
  type FieldRow,
  type FieldsTyped,
  isBlank,
  newRow,
} from './fields.ts';
import { openQrCode } from './open-qr-code.tsx';
import styles from './share.module.css';
import type { SharedLink } from './shared-link.ts';
import { TemplateBar } from './TemplateBar.tsx';

const words = texts.share.customise;

const customiseDraft = ({ about }: SharedLink) => ({ name: `customise-${about}`, schema: customisedSchema });

export interface CustomiseProps {
  readonly link: SharedLink;
  /** Outlives what is drawn; filled when it is drawn first. */
  readonly kept: { memory: CustomiseMemory | null };
}

export function Customise({ link, kept }: CustomiseProps) {
  kept.memory ??= { ...blankMemory(), ...leftDraft(customiseDraft(link)) };
  return <CustomiseForm link={link} memory={kept.memory} />;
}

function CustomiseForm({ link, memory }: { readonly link: SharedLink; readonly memory: CustomiseMemory }) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(memory.typed);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    const names = memory.backTo;
    const control =
      form.current?.querySelector<HTMLElement>(`[data-name="${names}"]:not(:disabled)`) ??
      form.current?.querySelector<HTMLElement>('input[type="tel"]');
    // For the dialog's own trap of the focus, which comes a moment later.
    control?.setAttribute('data-autofocus', '');
    control?.focus();
  }, [memory]);
  const toFirstWrong = useFirstWrong(form);
  const { templateId } = memory;
  const isKept = useKeptDraft(
    customiseDraft(link).name,
    isBlank(typed) && templateId === null ? null : { typed, templateId },
  );
  useHolds(!isBlank(typed), isKept);
  const change = (next: FieldsTyped) => {
    memory.typed = next;
    setTyped(next);
  };

  const errors = errorsOf(link.url, typed);
  const url = withCheckoutFields(link.url, allFields(typed));
  const copy = async (event: FormEvent) => {
    event.preventDefault();
    if (errors.any) return toFirstWrong(null);
    const answer = await call('clipboard.copy', { text: url });
    if (answer.ok) setCopied(url);
    else toast('error', `${words.nothingCopied} ${answer.problem.message}`);
  };
  const showCode = () => {
    if (errors.any) return toFirstWrong(null);
    memory.backTo = 'qr';
    openQrCode({ ...link, url });
  };

  return (
    <form ref={form} onSubmit={(event) => void copy(event)} onKeyDown={submitOnCtrlEnter} noValidate>
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {words.intro}
        </Text>
        <TemplateBar about={link.about} typed={typed} memory={memory} form={form} onChange={change} />
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
        <TextInput
          label={words.checkoutUrl}
          readOnly
          value={url}
          title={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <DialogFoot>
          <Text span size="sm" role="status" className={styles.told}>
            {copied === url && words.copied}
          </Text>
          <Button
            variant="default"
            leftSection={<IconQrcode size={16} aria-hidden />}
            data-name="qr"
            onClick={showCode}
          >
            {words.showQrCode}
          </Button>
          <Button type="submit" leftSection={<IconCopy size={16} aria-hidden />}>
            {texts.common.copy}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}

interface FieldRowsProps {
  readonly rows: readonly FieldRow[];
  readonly errors: readonly (string | null)[];
  onChange(rows: readonly FieldRow[]): void;
}

function FieldRows({ rows, errors, onChange }: FieldRowsProps) {
  const { rows: element, adding } = useAddedRow(rows.length);
  const change = (index: number, part: Partial<FieldRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const add = () => {
    adding();
    onChange([...rows, newRow()]);
  };
  return (
    <Stack gap={8} ref={element}>
      <Text size="sm" fw={500}>
        {words.otherFields}
      </Text>
      {rows.map((row, index) => (
        <div key={row.key} className={styles.fieldRow}>
          <TextInput
            aria-label={words.fieldNumber(index + 1)}
            placeholder={words.field}
            autoComplete="off"
            spellCheck={false}
            data-row={index}
            value={row.name}
            error={errors[index]}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={words.valueNumber(index + 1)}
            placeholder={words.value}
            autoComplete="off"
            spellCheck={false}
            data-field={row.name.trim()}
            value={row.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            size={32}
            aria-label={words.removeField(index + 1)}
            title={words.removeField(index + 1)}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {words.addField}
        </Button>
      </div>
    </Stack>
  );
}
