// All keyboard shortcuts, from the table that their handlers use.
import { Kbd, Table, Title } from '@mantine/core';
import { Fragment } from 'react';
import { SHORTCUTS, type Shortcut } from '../../shared/shortcuts.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { openDialog } from '../components/dialogs.tsx';
import { formatKeys } from '../state/shortcuts.ts';

const t = texts.shortcuts;

const ANYWHERE = {
  palette: shared.shell.menu.palette,
  search: t.does.search,
  create: t.does.create,
  shortcuts: shared.shell.menu.shortcuts,
  undo: t.does.undo,
  products: shared.names.products,
  links: shared.names.paymentLinks,
  sales: shared.names.sales,
  webhook: shared.names.webhook,
  sync: shared.names.sync,
  settings: shared.names.settings,
};
const IN_LISTS = {
  move: t.does.move,
  open: t.does.open,
  commands: t.does.commands,
  copyLink: t.does.copyLink,
  remove: t.does.remove,
  select: t.does.select,
  extend: t.does.extend,
  selectAll: t.does.selectAll,
  leave: t.does.leave,
};
const IN_FORMS = { save: t.does.save, saveAndNew: texts.linkForm.createAnother };

/** The type makes a missing shortcut a compile error. */
const LABELS: Readonly<Record<Shortcut, string>> = { ...ANYWHERE, ...IN_LISTS, ...IN_FORMS };

const GROUPS = [
  { title: t.anywhere, shortcuts: Object.keys(ANYWHERE) as Shortcut[] },
  { title: t.inLists, shortcuts: Object.keys(IN_LISTS) as Shortcut[] },
  { title: t.inForms, shortcuts: Object.keys(IN_FORMS) as Shortcut[] },
];

function ShortcutSheet() {
  return GROUPS.map(({ title, shortcuts }) => (
    <Fragment key={title}>
      <Title order={3}>{title}</Title>
      <Table mb={16} verticalSpacing={4} aria-label={title}>
        <Table.Tbody>
          {shortcuts.map((shortcut) => (
            <Table.Tr key={shortcut}>
              <Table.Th scope="row" fw={400}>
                {LABELS[shortcut]}
              </Table.Th>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                <Ways shortcut={shortcut} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Fragment>
  ));
}

function Ways({ shortcut }: { readonly shortcut: Shortcut }) {
  return SHORTCUTS[shortcut].map((keys, index) => (
    <Fragment key={keys}>
      {index > 0 && ` ${t.or} `}
      <Kbd size="xs">{formatKeys(keys)}</Kbd>
    </Fragment>
  ));
}

/** Opens the dialog "Keyboard shortcuts", from anywhere in the window. */
export function openShortcuts(): void {
  openDialog(shared.shell.menu.shortcuts, 480, () => <ShortcutSheet />);
}
