// "Created between": two dates, either of which may stay empty.
import { Group, TextInput } from '@mantine/core';
import { texts } from '../../../shared/texts/window.ts';
import { type Checked, DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import type { Created } from './created.ts';

const t = texts.links.created;

type Range = Extract<Created, { readonly span: 'between' }>;

interface DateRangeFormProps {
  readonly created: Created;
  apply(created: Range): void;
  close(): void;
}

function check({ from, to }: { readonly from: string; readonly to: string }): Checked<Range> {
  if (from === '' && to === '') return { ok: false, errors: { from: t.enterOne } };
  if (from !== '' && to !== '' && to < from) return { ok: false, errors: { to: t.endsBefore } };
  return { ok: true, value: { span: 'between', from, to } };
}

export function DateRangeForm({ created, apply, close }: DateRangeFormProps) {
  const form = useDialogForm({
    initial: created.span === 'between' ? { from: created.from, to: created.to } : { from: '', to: '' },
    // Nothing would be lost.
    content: null,
    check,
    save: async (range) => ({ ok: true, value: range }),
    saved: (range: Range) => {
      apply(range);
      close();
    },
  });
  return (
    <DialogForm form={form} failed={t.notApplied} submit={t.apply} close={close}>
      <Group grow gap={12} align="start">
        <TextInput type="date" max="9999-12-31" label={t.from} {...form.getInputProps('from')} />
        <TextInput type="date" max="9999-12-31" label={t.to} {...form.getInputProps('to')} />
      </Group>
    </DialogForm>
  );
}
