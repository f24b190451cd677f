// The table of an import's rows, with their errors.
import { Button, DataList, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ImportRow } from '../../../../shared/link-import.ts';
import { isPressed } from '../../../../shared/shortcuts.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { PriceText } from '../../../components/Money.tsx';
import type { TableSelection } from '../../../components/table-selection.ts';
import { openDialog } from '../../../state/dialogs.ts';
import type { Pages } from '../../../state/live.ts';
import { copyLinkById } from '../link-actions.tsx';
import { type Fixing, isFixable, useFixing } from './Fixable.tsx';
import { FixCells } from './FixCells.tsx';
import styles from './import.module.css';
import { errorsOf, hasOtherLink, RowProblems, ShowLink } from './RowProblems.tsx';
import { columnsWith, RowState } from './row-columns.tsx';
import rowStyles from './rows.module.css';

const t = texts.linkImport.row;

interface ImportRowsProps {
  readonly label: string;
  readonly pages: Pages<'imports.rows'>;
  readonly made: boolean;
  /** Whether any row has errors or notes. Those of the focused row are then shown in full below. */
  readonly problems: boolean;
  readonly resetKey: string;
  readonly empty: ReactNode;
  readonly selection?: TableSelection<ImportRow>;
}

export function ImportRows({ label, pages, made, problems, resetKey, empty, selection }: ImportRowsProps) {
  const columns = useMemo(() => columnsWith(made, problems), [made, problems]);
  const fixing = useFixing();
  const openRow = useCallback((row: ImportRow) => showRow(row, fixing), [fixing]);
  const [keyboard, setKeyboard] = useState({ at: 0, resetKey, moved: false });
  const whole = useRef<HTMLDivElement>(null);
  // The new notes may need more room.
  useLayoutEffect(() => {
    if (keyboard.moved) whole.current?.scrollIntoView({ block: 'nearest' });
  }, [keyboard]);
  const shown = pages.rowAt(keyboard.resetKey === resetKey ? keyboard.at : 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles the keys of the rows in it
    <div
      className={styles.table}
      ref={whole}
      onKeyDown={({ target, nativeEvent }) => {
        const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
        if (!row || fixing === null || !isPressed('correct', nativeEvent)) return;
        const button = row.querySelector<HTMLElement>('[data-fix]');
        const shown = pages.rowAt(Number(row.dataset.index));
        if (button) button.click();
        else if (shown) openRow(shown);
      }}
      onFocus={({ target }) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
        if (index === undefined) return;
        // Scrolls for the keyboard only: a page that moves under a pressed mouse would misdirect the click.
        setKeyboard({ at: Number(index), resetKey, moved: target.matches(':focus-visible') });
      }}
    >
      <DataTable
        label={label}
        columns={columns}
        total={pages.total}
        rowAt={pages.rowAt}
        indexOf={pages.indexOf}
        show={pages.show}
        rowKey={(row) => row.id}
        onOpen={openRow}
        resetKey={resetKey}
        empty={empty}
        {...(selection ? { selection } : {})}
      />
      {problems && shown && shown.errors.length + shown.warnings.length > 0 && (
        <RowProblems row={shown} open={openRow} />
      )}
    </div>
  );
}

/** `fixing`: of the open file, whose cells can be corrected; null for an import whose links are being created. */
function showRow(row: ImportRow, fixing: Fixing | null): void {
  openDialog(t.lineNumber({ line: row.line }), 520, (close) =>
    fixing !== null && isFixable(row) ? (
      <Stack gap={12}>
        <RowState state={row.state} />
        <Remarks row={row} errors={row.errors.filter(({ column }) => column === '').map(({ message }) => message)} />
        <FixCells
          draftId={fixing.draftId}
          row={Number(row.id)}
          line={row.line}
          hasFile={fixing.hasFile}
          only={null}
          close={close}
        />
      </Stack>
    ) : (
      <Whole row={row} close={close} />
    ),
  );
}

function Remarks({ row, errors }: { readonly row: ImportRow; readonly errors: readonly string[] }) {
  return (
    <>
      {errors.map((text) => (
        <Text key={text} size="sm" className={rowStyles.wrong ?? ''}>
          {text}
        </Text>
      ))}
      {row.warnings.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </>
  );
}

/** It waits for the seller's decision on the Sync screen. */
const isStuck = ({ state, actionId }: ImportRow): boolean =>
  actionId !== null && (state === 'needs-review' || state === 'rejected');

/** All facts of a row. */
function Whole({ row, close }: { readonly row: ImportRow; close(): void }) {
  const { linkId, checkoutUrl } = row;
  const fact = (label: string, value: ReactNode) => (
    <DataList.Item key={label}>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{value}</DataList.ItemValue>
    </DataList.Item>
  );
  return (
    <Stack gap={12}>
      <RowState state={row.state} />
      <Remarks row={row} errors={errorsOf(row)} />
      <DataList labelWidth="120px" gap={8} style={{ overflowWrap: 'anywhere' }}>
        {row.productTitle !== '' && fact(t.product, row.productTitle)}
        {row.read && row.read.price !== '' && fact(t.price, row.read.price)}
        {row.prices.length > 0 && fact(t.price, <PriceText prices={row.prices} />)}
        {row.prices.length > 0 && fact(t.singleUse, row.useOnce ? t.isSingleUse : t.isNotSingleUse)}
        {(row.read?.metadata ?? row.metadata).map(({ key, value }) => fact(key || t.metadata, value))}
        {row.note !== '' && fact(texts.linkImport.columns.roles.note, row.note)}
        {checkoutUrl !== null && fact(t.checkoutUrl, checkoutUrl)}
      </DataList>
      {hasOtherLink(row) && <ShowLink row={row} onClick={close} />}
      {isStuck(row) && (
        <div>
          <Button
            variant="default"
            component="a"
            href={`#/sync/${encodeURIComponent(row.actionId ?? '')}`}
            onClick={close}
          >
            {texts.common.showTheChange}
          </Button>
        </div>
      )}
      {linkId !== null && checkoutUrl !== null && (
        <div>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copyLinkById(linkId)}
          >
            {texts.links.commands.copy}
          </Button>
        </div>
      )}
    </Stack>
  );
}
