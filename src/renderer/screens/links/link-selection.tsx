// Which payment links of a list are selected, and the commands for them.
import { IconCopy, IconFileExport, IconForms, IconQrcode, IconReplace, IconTrash } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { Input } from '../../../shared/contract.ts';
import { MOST_AT_ONCE } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { RowCommand } from '../../kit/commands.tsx';
import { ask, openDialog } from '../../kit/dialogs.tsx';
import { notify, orNotify } from '../../kit/notify.tsx';
import type { Pages } from '../../state/live.ts';
import { type Selection, useSelection } from '../../state/selection.ts';
import { CustomiseMany } from '../share/CustomiseMany.tsx';
import { QrSheet } from '../share/QrSheet.tsx';
import { warningOfMany } from '../share/shared-link.ts';
import { askToDeleteMany } from './delete-links.tsx';
import { ReplaceLinks } from './ReplaceLinks.tsx';

const t = texts.links.selection;

/** What a list shows: the input of `links.list` without `offset` and `limit`. */
export type LinkQuery = Omit<Input<'links.list'>, 'offset' | 'limit'>;

/** The selection of a list, and the commands for it. */
export function useLinkSelection(
  query: LinkQuery,
  pages: Pages<'links.list'>,
  table: RefObject<{ focus(): void } | null>,
) {
  const selection = useSelection(
    {
      key: JSON.stringify({ ...query, order: undefined }),
      topics: ['records'],
      ids: () => call('links.ids', query),
      gone: (ids) => call('links.gone', { ...query, ids }),
    },
    pages,
  );
  const ended = () => {
    selection.clear();
    table.current?.focus();
  };
  return { selection, commands: selectionCommands(selection, query, ended) };
}

/** Calls `ended` when the selected links are gone. */
function selectionCommands(selection: Selection, query: LinkQuery, ended: () => void): readonly RowCommand[] {
  /** `act` gets the selected ids, unless there are more than one command takes. */
  const command = (
    of: keyof typeof t.short,
    Icon: RowCommand['Icon'],
    act: (ids: string[]) => unknown,
    most = Number.POSITIVE_INFINITY,
  ): RowCommand => ({
    label: t[of],
    short: t.short[of],
    Icon,
    run: async () => {
      if (selection.count > most) return notify('attention', t.tooMany({ selected: selection.count, most }));
      const ids = await selection.ids();
      if (ids) await act([...ids]);
    },
  });
  const inDialog =
    (title: string, size: number, content: (ids: string[], close: () => void) => ReactNode) => (ids: string[]) =>
      openDialog(title, size, (close) => content(ids, close));
  const { addresses, replacements, qrCodes } = MOST_AT_ONCE;
  const replace = inDialog(t.replace, 600, (ids, close) => <ReplaceLinks {...{ ids, close }} replaced={ended} />);
  const customise = inDialog(texts.share.customiseMany.title, 600, (ids) => (
    <CustomiseMany links={{ ids, order: query.order }} />
  ));
  const print = inDialog(t.printQrCodes, 680, (ids) => <QrSheet links={{ ids, order: query.order }} />);
  const copy = command('copy', IconCopy, (ids) => copyCheckoutLinks({ ids, order: query.order }), addresses);
  const remove = command('delete', IconTrash, (ids) => askToDeleteMany(ids, ended));
  return [
    { ...copy, shortcut: 'copyLink' },
    command('export', IconFileExport, (ids) => exportCsv(query, ids)),
    command('replace', IconReplace, replace, replacements),
    command('customise', IconForms, customise, addresses),
    command('printQrCodes', IconQrcode, print, qrCodes),
    { ...remove, danger: true, shortcut: 'remove' },
  ];
}

/** Copies one address a line, and says how many links have none yet. Asks first if buyers can't pay with some for long. */
async function copyCheckoutLinks(links: Input<'share.before'>): Promise<void> {
  const before = await orNotify(call('share.before', links));
  if (!before) return;
  const copy = async () => {
    const answer = await call('share.many', { ...links, fields: [], as: 'copy' });
    if (!answer.ok || !answer.value) return answer;
    const { done: copied, withoutAddress } = answer.value;
    if (copied === 0) notify('attention', t.noneHasAddress);
    else notify('success', t.copied({ copied, withoutAddress }));
    return answer;
  };
  const warning = warningOfMany(before);
  if (warning) ask({ ...warning, confirm: texts.share.warning.copy, act: copy });
  else await orNotify(copy());
}

/** Exports the list, or a selection of it, to a file that the seller chooses. */
export async function exportCsv(query: LinkQuery, ids: string[] | null): Promise<void> {
  const saved = await orNotify(call('links.exportCsv', { ...query, ids }));
  if (saved) notify('success', t.exported({ links: saved.rows, file: saved.file }));
}
