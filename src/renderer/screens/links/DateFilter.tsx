// Filters a list by a date: a menu of periods, and a dialog for two dates.
import { Group, Menu, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { type Checked, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { type Created, SPANS, startOfDay } from './created.ts';

const t = texts.links.created;

const day = new Intl.DateTimeFormat(localeInUse(), { dateStyle: 'medium' });
const dayOf = (date: string): string => {
  const start = startOfDay(date, 0);
  return start === null ? '' : day.format(start);
};

/** Either may be empty. */
function describeRange(from: string, to: string): string {
  if (from === '') return t.until({ to });
  return to === '' ? t.since({ from }) : t.between({ from, to });
}

export const describeSpan = (created: Created): string =>
  created.span === 'between' ? describeRange(dayOf(created.from), dayOf(created.to)) : t.spans[created.span];

interface DateItemsProps {
  readonly created: Created;
  change(created: Created): void;
}

/** The periods as items of a menu. Its chip is what removes one. */
export function DateItems({ created, change }: DateItemsProps) {
  const choice = (checked: boolean, name: string, run: () => void) => (
    <Menu.Item
      key={name}
      aria-current={checked || undefined}
      leftSection={<IconCheck size={14} aria-hidden visibility={checked ? undefined : 'hidden'} />}
      onClick={run}
    >
      {name}
    </Menu.Item>
  );
  const openRange = () =>
    openDialog(t.rangeTitle, 400, (close) => <DateRangeForm created={created} apply={change} close={close} />);
  return (
    <>
      {SPANS.map((each) => choice(each.span === created.span, t.spans[each.span], () => change(each)))}
      {choice(created.span === 'between', t.range, openRange)}
    </>
  );
}

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

/** "Created between": two dates, either of which may stay empty. */
function DateRangeForm({ created, apply, close }: DateRangeFormProps) {
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
    <DialogForm form={form} submit={t.apply} close={close}>
      <Group grow gap={12} align="start">
        <TextInput type="date" max="9999-12-31" label={t.from} {...form.getInputProps('from')} />
        <TextInput type="date" max="9999-12-31" label={t.to} {...form.getInputProps('to')} />
      </Group>
    </DialogForm>
  );
}
