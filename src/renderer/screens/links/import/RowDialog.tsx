// One row of an import in a dialog: its content and errors, and in the open file the cells to correct.
import { Button, DataList, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportCell, ImportDraftView, ImportRow } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { Fact } from '../../../kit/details.tsx';
import { openDialog } from '../../../kit/dialogs.tsx';
import { DialogForm, type FieldErrors, type Saved, useDialogForm } from '../../../kit/form.tsx';
import { Loaded } from '../../../kit/loaded.tsx';
import { notify } from '../../../kit/notify.tsx';
import { PriceText } from '../../../kit/values.tsx';
import { useAnswer } from '../../../state/live.ts';
import { copyLinkById } from '../link-actions.tsx';
import { errorsOf, RowState } from './row-columns.tsx';

const t = texts.linkImport.row;
const f = texts.linkImport.fix;

/** `draft`: the open file, whose cells can be corrected; null for an import. */
export function openRow(row: ImportRow, draft: ImportDraftView | null): void {
  const isFixable = row.errors.some(({ column }) => column !== '');
  openDialog(t.lineNumber({ line: row.line }), 520, (close) => (
    <Stack gap={12}>
      <RowState state={row.state} />
      {(draft && isFixable ? row.errors.filter(({ column }) => column === '').map((one) => one.message) : errorsOf(row))
        .concat(row.warnings)
        .map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
      {draft && isFixable ? <Cells row={row} draft={draft} close={close} /> : <Facts row={row} close={close} />}
    </Stack>
  ));
}

/** Whether the row's change waits for the seller's decision on the Sync screen. */
const isStuck = ({ state, changeId }: ImportRow): boolean =>
  changeId !== null && (state === 'needs-review' || state === 'rejected');

function Facts({ row, close }: { readonly row: ImportRow; close(): void }) {
  const { linkId, checkoutUrl, prices, read } = row;
  const { facts } = texts.links;
  const link = (label: string, href: string) => (
    <Button variant="default" component="a" href={href} onClick={close}>
      {label}
    </Button>
  );
  return (
    <>
      <DataList labelWidth="120px" gap={8} style={{ overflowWrap: 'anywhere' }}>
        {row.productTitle !== '' && <Fact label={facts.product}>{row.productTitle}</Fact>}
        {read && read.price !== '' && <Fact label={facts.price}>{read.price}</Fact>}
        {prices.length > 0 && (
          <>
            <Fact label={facts.price}>
              <PriceText prices={prices} />
            </Fact>
            <Fact label={facts.singleUse}>{row.useOnce ? texts.links.details.forOneSale : t.isNotSingleUse}</Fact>
          </>
        )}
        {(read?.metadata ?? row.metadata).map(({ key, value }) => (
          <Fact key={key} label={key || facts.metadata}>
            {value}
          </Fact>
        ))}
        {row.note !== '' && <Fact label={texts.linkImport.columns.roles.note}>{row.note}</Fact>}
        {checkoutUrl !== null && <Fact label={texts.links.details.checkoutUrl}>{checkoutUrl}</Fact>}
      </DataList>
      <Group gap={8}>
        {/* So that the seller can replace the price of the existing link instead. */}
        {row.state === 'repriced' && link(t.showLink, `#/links/${encodeURIComponent(linkId ?? '')}`)}
        {isStuck(row) && link(texts.common.showTheChange, `#/sync/${encodeURIComponent(row.changeId ?? '')}`)}
        {linkId !== null && checkoutUrl !== null && (
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copyLinkById(linkId)}
          >
            {texts.links.commands.copy}
          </Button>
        )}
      </Group>
    </>
  );
}

interface CellsProps {
  readonly row: ImportRow;
  readonly draft: ImportDraftView;
  /** Closes the dialog, after asking if there is unsaved text. */
  close(): void;
}

function Cells(props: CellsProps) {
  const answer = useAnswer('imports.cells', { id: props.draft.id, row: Number(props.row.id) });
  return <Loaded of={answer}>{(cells) => <CellsForm {...props} cells={cells} />}</Loaded>;
}

const textsOf = (cells: readonly ImportCell[]) => ({ texts: cells.map(({ text }) => text) });
const errorsIn = (cells: readonly ImportCell[]): FieldErrors =>
  Object.fromEntries(cells.flatMap(({ error }, index) => (error === '' ? [] : [[`texts.${index}`, error]])));

/** Saving checks the corrected cells again. The dialog stays open while one of them is wrong. */
function CellsForm({ row: { id, line }, draft, cells, close }: CellsProps & { readonly cells: readonly ImportCell[] }) {
  const [refused] = useState(() => errorsIn(cells));
  const [saved, setSaved] = useState(cells);
  const form = useDialogForm({
    initial: textsOf(cells),
    refused,
    save: async (typed): Promise<Saved<boolean>> => {
      const fixes = saved.flatMap(({ at, text }, index) => {
        const fixed = typed.texts[index] ?? text;
        return fixed === text ? [] : [{ at, text: fixed }];
      });
      if (fixes.length === 0) return { ok: true, value: false };
      const answer = await call('imports.fix', { id: draft.id, row: Number(id), cells: fixes });
      if (!answer.ok) return answer;
      const errors = errorsIn(answer.value);
      if (Object.keys(errors).length === 0) return { ok: true, value: true };
      setSaved(answer.value);
      form.begin(textsOf(answer.value));
      return { ok: false, errors };
    },
    saved: (isChanged) => {
      close();
      if (isChanged) notify('success', draft.origin === 'file' ? f.saved({ line }) : f.savedPasted({ line }));
    },
  });
  return (
    <DialogForm form={form} submit={f.save} close={close}>
      {cells.map(({ at, column, text }, index) => {
        const field = { label: column, ...form.getInputProps(`texts.${index}`) };
        // A single-line field would hide the wrong line breaks.
        return text.includes('\n') ? (
          <Textarea key={at} autosize maxRows={6} {...field} />
        ) : (
          <TextInput key={at} {...field} />
        );
      })}
    </DialogForm>
  );
}
