// "Created between": two dates, either of which may stay empty.
import { Group, TextInput } from '@mantine/core';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { type Checked, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { type Days, startOfDay } from './created.ts';

const t = texts.links.created;

const day = new Intl.DateTimeFormat(localeInUse(), { dateStyle: 'medium' });
const dayOf = (date: string): string => day.format(startOfDay(date) ?? undefined);

export function describeDays({ from, to }: Days): string {
  if (from === '') return t.until({ to: dayOf(to) });
  return to === '' ? t.since({ from: dayOf(from) }) : t.between({ from: dayOf(from), to: dayOf(to) });
}

function check(days: Days): Checked<Days> {
  const { from, to } = days;
  if (from === '' && to === '') return { ok: false, errors: { from: t.enterOne } };
  if (from !== '' && to !== '' && to < from) return { ok: false, errors: { to: t.endsBefore } };
  return { ok: true, value: days };
}

interface DateRangeFormProps {
  readonly days: Days | null;
  apply(days: Days): void;
  close(): void;
}

function DateRangeForm({ days, apply, close }: DateRangeFormProps) {
  const form = useDialogForm({
    initial: days ?? { from: '', to: '' },
    // Closing loses nothing worth a question.
    content: null,
    check,
    save: async (checked: Days) => ({ ok: true, value: checked }),
    saved: (checked: Days) => {
      apply(checked);
      close();
    },
  });
  return (
    <DialogForm form={form} submit={t.apply} close={close}>
      <Group grow gap={12} align="start">
        <TextInput type="date" max="9999-12-31" label={t.from} {...form.getInputProps('from')} />
        <TextInput type="date" max="9999-12-31" label={t.to} {...form.getInputProps('to')} />
      </Group>
    </DialogForm>
  );
}

export const openDateRange = (days: Days | null, apply: (days: Days) => void): void =>
  openDialog(t.rangeTitle, 400, (close) => <DateRangeForm {...{ days, apply, close }} />);
