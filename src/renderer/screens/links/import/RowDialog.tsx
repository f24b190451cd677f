// One row of an import in a dialog: what it says and what is wrong with it, and in the open file the cells to correct.
import { Button, DataList, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ImportCell, ImportDraftView, ImportRow } from '../../../../shared/link-import.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call, type Problem } from '../../../bridge.ts';
import { openDialog } from '../../../kit/dialogs.tsx';
import { notify } from '../../../kit/notify.tsx';
import { ProblemAlert, WorkButton } from '../../../kit/parts.tsx';
import { PriceText } from '../../../kit/values.tsx';
import { useUnsaved } from '../../../state/leave.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';
import { copyLinkById } from '../link-actions.tsx';
import { errorsOf, RowState } from './row-columns.tsx';

const t = texts.linkImport.row;
const f = texts.linkImport.fix;

/** `draft`: the open file, whose cells can be corrected; null for an import. */
export function openRow(row: ImportRow, draft: ImportDraftView | null): void {
  const hasErrors = row.errors.some(({ column }) => column !== '');
  const isFixable = hasErrors || (row.state === 'new' && row.warnings.length > 0);
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

/** It waits for the seller's decision on the Sync screen. */
const isStuck = ({ state, changeId }: ImportRow): boolean =>
  changeId !== null && (state === 'needs-review' || state === 'rejected');

function Facts({ row, close }: { readonly row: ImportRow; close(): void }) {
  const { linkId, checkoutUrl, prices } = row;
  const fact = (label: string, value: ReactNode) => (
    <DataList.Item key={label}>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{value}</DataList.ItemValue>
    </DataList.Item>
  );
  const link = (label: string, href: string) => (
    <Button variant="default" component="a" href={href} onClick={close}>
      {label}
    </Button>
  );
  return (
    <>
      <DataList labelWidth="120px" gap={8} style={{ overflowWrap: 'anywhere' }}>
        {row.productTitle !== '' && fact(texts.links.facts.product, row.productTitle)}
        {row.read && row.read.price !== '' && fact(texts.links.facts.price, row.read.price)}
        {prices.length > 0 && fact(texts.links.facts.price, <PriceText prices={prices} />)}
        {prices.length > 0 &&
          fact(texts.links.facts.singleUse, row.useOnce ? texts.links.details.forOneSale : t.isNotSingleUse)}
        {(row.read?.metadata ?? row.metadata).map(({ key, value }) => fact(key || texts.links.facts.metadata, value))}
        {row.note !== '' && fact(texts.linkImport.columns.roles.note, row.note)}
        {checkoutUrl !== null && fact(texts.links.details.checkoutUrl, checkoutUrl)}
      </DataList>
      <Group gap={8}>
        {/* To replace its price instead. */}
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
  /** Asks first when there is unsaved text. */
  close(): void;
}

/** What is corrected is checked again when it is saved; the dialog stays open while a cell is wrong. */
function Cells({ row: { id, line }, draft, close }: CellsProps) {
  const [cells, setCells] = useState<readonly ImportCell[]>([]);
  /** What was typed, by column; a cell that is not in it stays as it is. */
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [problem, setProblem] = useState<Problem | null>(null);
  const saving = useSingleFlight();
  const form = useRef<HTMLFormElement>(null);
  const isUnsaved = cells.some(({ at, text }) => (typed.get(at) ?? text) !== text);
  const isSaved = useUnsaved(isUnsaved);
  useEffect(() => {
    void call('imports.cells', { id: draft.id, row: Number(id) }).then((answer) => {
      if (answer.ok) setCells(answer.value);
      else setProblem(answer.problem);
    });
  }, [draft.id, id]);
  // The first cell that is wrong has the focus, whenever they are checked.
  useEffect(() => {
    if (cells.length === 0) return;
    const fields = form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea') ?? [];
    const first = [...fields].find((field) => field.ariaInvalid === 'true') ?? fields[0];
    first?.focus();
    first?.select();
  }, [cells]);
  const save = async () => {
    if (!isUnsaved) return close();
    const fixes = [...typed].map(([at, text]) => ({ at, text }));
    const answer = await call('imports.fix', { id: draft.id, row: Number(id), cells: fixes });
    setProblem(answer.ok ? null : answer.problem);
    if (!answer.ok) return;
    // What was typed meanwhile stays.
    setTyped((latest) => new Map([...latest].filter(([at, text]) => typed.get(at) !== text)));
    if (answer.value.some(({ error }) => error !== '')) return setCells(answer.value);
    isSaved();
    close();
    notify('success', draft.origin === 'file' ? f.saved({ line }) : f.savedPasted({ line }));
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={f.cellsOf({ line })}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(save);
      }}
    >
      <Stack gap={12}>
        {cells.map(({ at, column, text, error }) => {
          const value = typed.get(at) ?? text;
          const field = {
            label: column,
            // The error was about the earlier text of the cell.
            error: error === '' || value !== text ? undefined : error,
            value,
            onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              setTyped((before) => new Map(before).set(at, currentTarget.value)),
          };
          // A line would hide the line breaks that are wrong in it.
          return text.includes('\n') ? (
            <Textarea key={at} autosize maxRows={6} {...field} />
          ) : (
            <TextInput key={at} {...field} />
          );
        })}
        <ProblemAlert title={texts.common.failed} problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {shared.shell.confirm.cancel}
          </Button>
          <WorkButton type="submit" busy={saving.slow}>
            {f.save}
          </WorkButton>
        </Group>
      </Stack>
    </form>
  );
}
