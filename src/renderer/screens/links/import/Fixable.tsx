// The content of a table's cell; where something is wrong with it, a button that opens fields to correct it in place.

import { Popover, type PopoverProps, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ColumnRole, ImportDraftView, ImportRow } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { askBeforeLoss, topDialog } from '../../../state/dialogs.ts';
import { FixCells } from './FixCells.tsx';
import styles from './rows.module.css';

const t = texts.linkImport.fix;
const questions = t.beforeLoss;
/** The question whether to lose what was typed is shown above the fields. */
const BELOW_DIALOGS = 140;
/**
 * Below the row, else to the right of the cell or above the row, so that what the fields are about stays in sight; over it only
 * where the window has no other room. The fields never align with the end of the cell: they would cover the buttons above the
 * table.
 */
const INSIDE_WINDOW: NonNullable<PopoverProps['middlewares']> = {
  flip: { crossAxis: false, fallbackPlacements: ['right-start', 'top-start', 'left-start'] },
  shift: { crossAxis: true, padding: 8 },
};

type Place = 'product' | 'price' | 'metadata';

const IGNORE: ColumnRole = { kind: 'ignore' };
const PLACES: Readonly<Record<ColumnRole['kind'], Place | null>> = {
  ...{ product: 'product', productId: 'product' },
  ...{ price: 'price', discount: 'price', currency: 'price', singleUse: 'price' },
  ...{ metadata: 'metadata', otherMetadata: 'metadata', note: 'metadata', ignore: null },
};

/** Equal for columns of which one can be the cause of an error in the other; null for others. */
function causeOf(role: ColumnRole): string | null {
  if (role.kind === 'currency') return 'price:null';
  if (role.kind === 'price' || role.kind === 'discount') return `price:${role.currencyId}`;
  return PLACES[role.kind] === 'product' ? 'product' : null;
}

export interface Fixing {
  readonly draftId: string;
  readonly hasFile: boolean;
  /** By the columns of the file, in their order. */
  readonly roles: ReadonlyMap<string, ColumnRole>;
}

/** The columns with these errors, and those that can be their cause. */
function fieldsFor(wrong: readonly string[], { roles }: Fixing): string[] {
  const causes = wrong.flatMap((column) => causeOf(roles.get(column) ?? IGNORE) ?? []);
  return [...roles].flatMap(([column, role]) =>
    wrong.includes(column) || causes.includes(causeOf(role) ?? '') ? column : [],
  );
}

/** The open file; null for an import whose links are being created. */
const FixContext = createContext<Fixing | null>(null);

export function FixProvider({ draft, children }: { readonly draft: ImportDraftView; readonly children: ReactNode }) {
  const { id, origin, columns, choices } = draft;
  const key = JSON.stringify([id, columns.map(({ name }) => name), choices.roles]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows would be rendered again at each change of a count
  const fixing = useMemo(() => {
    const roles = columns.map(({ name }, at) => [name, choices.roles[at] ?? IGNORE] as const);
    return { draftId: id, hasFile: origin === 'file', roles: new Map(roles) };
  }, [key]);
  return <FixContext value={fixing}>{children}</FixContext>;
}

export const useFixing = (): Fixing | null => useContext(FixContext);

/** Whether fields can be shown for some error of a row, or for what is remarked about one without errors. */
export const isFixable = ({ errors, warnings, state }: ImportRow): boolean =>
  errors.some(({ column }) => column !== '') || (state === 'ready' && warnings.length > 0);

/** Calls `take` for a click outside of fields and dialogs, before the clicked control receives it. */
function useOutsideClick(isOn: boolean, take: (event: MouseEvent) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isOn) return;
    const onClick = (event: MouseEvent) => {
      const isInside = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (!isInside && topDialog() === undefined) latest.current(event);
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [isOn]);
}

const hold = (event: SyntheticEvent) => event.stopPropagation();

interface FixableProps {
  readonly row: ImportRow;
  readonly place: Place;
  readonly tabIndex: 0 | -1;
  readonly children: ReactNode;
}

export function Fixable({ row, place, tabIndex, children }: FixableProps) {
  const fixing = useFixing();
  const [isOpen, setOpen] = useState(false);
  const isUnsaved = useRef(false);
  const setUnsaved = useCallback((unsaved: boolean) => {
    isUnsaved.current = unsaved;
  }, []);
  const close = () => {
    if (isUnsaved.current)
      askBeforeLoss(() => setOpen(false), { ...questions, title: questions.title({ line: row.line }) });
    else setOpen(false);
  };
  useOutsideClick(isOpen, (event) => {
    // What was clicked would act on the rows, and lose what was typed, before the seller has answered.
    if (isUnsaved.current) {
      event.preventDefault();
      event.stopPropagation();
    }
    close();
  });
  const wrong = row.errors.flatMap(({ column }) =>
    PLACES[fixing?.roles.get(column)?.kind ?? 'ignore'] === place ? column : [],
  );
  if (!fixing || wrong.length === 0) return children;
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      closeOnClickOutside={false}
      position="bottom-start"
      middlewares={INSIDE_WINDOW}
      width={320}
      zIndex={BELOW_DIALOGS}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.fix}
          tabIndex={tabIndex}
          data-fix
          title={t.hint}
          onClick={() => setOpen(true)}
        >
          <span className={styles.fixed}>{children}</span>
          <IconPencil size={12} aria-hidden />
          <VisuallyHidden>{t.cellsOf({ line: row.line })}</VisuallyHidden>
        </button>
      </Popover.Target>
      {/* Events of a portal bubble to the row, which would move or open. */}
      <Popover.Dropdown className={styles.fields ?? ''} onKeyDown={hold} onClick={hold} onContextMenu={hold}>
        <FixCells
          draftId={fixing.draftId}
          row={Number(row.id)}
          line={row.line}
          hasFile={fixing.hasFile}
          only={fieldsFor(wrong, fixing)}
          setUnsaved={setUnsaved}
          close={close}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
