// The content of a table's cell; where something is wrong with it, a button that opens fields to correct it in place.
import { Popover, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ColumnRole, ImportDraftView, ImportRow } from '../../../../shared/link-import.ts';
import { texts as later } from '../../../../shared/texts/later.ts';
import { askBeforeLoss } from '../../../state/dialogs.ts';
import { FixCells } from './FixCells.tsx';
import styles from './rows.module.css';

const words = later.linkImport.fix;
const questions = words.beforeLoss;
/** The question whether to lose what was typed is shown above the fields. */
const BELOW_DIALOGS = 140;

type Place = 'product' | 'price' | 'metadata';

const PLACES: Readonly<Record<ColumnRole['kind'], Place | null>> = {
  ...{ product: 'product', productId: 'product', productNumber: 'product' },
  ...{ price: 'price', discount: 'price', currency: 'price', singleUse: 'price' },
  ...{ metadata: 'metadata', otherMetadata: 'metadata', note: 'metadata', ignore: null },
};

interface Fixing {
  readonly draftId: string;
  /** The cells of the table, by the columns of the file. */
  readonly places: ReadonlyMap<string, Place | null>;
}

/** The open file; null for an import whose links are being created. */
const FixContext = createContext<Fixing | null>(null);

export function FixProvider({ draft, children }: { readonly draft: ImportDraftView; readonly children: ReactNode }) {
  const { id, columns, choices } = draft;
  const key = JSON.stringify([id, columns.map(({ name }) => name), choices.roles]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows would be rendered again at each change of a count
  const fixing = useMemo(() => {
    const places = columns.map(({ name }, at) => [name, PLACES[choices.roles[at]?.kind ?? 'ignore']] as const);
    return { draftId: id, places: new Map(places) };
  }, [key]);
  return <FixContext value={fixing}>{children}</FixContext>;
}

export const useFixing = (): Fixing | null => useContext(FixContext);

/** Whether fields can be shown for some error of a row, or for what is remarked about one without errors. */
export const isFixable = ({ errors, warnings, state }: ImportRow): boolean =>
  errors.some(({ column }) => column !== '') || (state === 'ready' && warnings.length > 0);

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
  /** The table. The fields stay inside it, beside the cell, so that they cover no button above. */
  const [among, setAmong] = useState<Element | null>(null);
  const isUnsaved = useRef(false);
  const setUnsaved = useCallback((unsaved: boolean) => {
    isUnsaved.current = unsaved;
  }, []);
  const close = () => {
    if (isUnsaved.current)
      askBeforeLoss(() => setOpen(false), { ...questions, title: questions.title({ line: row.line }) });
    else setOpen(false);
  };
  const wrong = row.errors.flatMap(({ column }) => (fixing?.places.get(column) === place ? column : []));
  if (!fixing || wrong.length === 0) return children;
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      position="right-start"
      middlewares={among ? { flip: true, shift: { boundary: among } } : { flip: true, shift: true }}
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
          title={words.hint}
          onClick={({ currentTarget }) => {
            setAmong(currentTarget.closest('[role="table"]'));
            setOpen(true);
          }}
        >
          <span className={styles.fixed}>{children}</span>
          <IconPencil size={12} aria-hidden />
          <VisuallyHidden>{words.cellsOf({ line: row.line })}</VisuallyHidden>
        </button>
      </Popover.Target>
      {/* Events of a portal bubble to the row, which would move or open. */}
      <Popover.Dropdown onKeyDown={hold} onClick={hold} onContextMenu={hold}>
        <FixCells
          draftId={fixing.draftId}
          row={Number(row.id)}
          line={row.line}
          only={wrong}
          setUnsaved={setUnsaved}
          close={close}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
