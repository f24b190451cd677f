// All keyboard shortcuts, from the table that their handlers use.
import { Kbd, Table, Title } from '@mantine/core';
import { Fragment } from 'react';
import { SHORTCUTS, type Shortcut } from '../../shared/shortcuts.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { openDialog } from '../kit/dialogs.tsx';
import { formatKeys } from '../state/shortcuts.ts';

const t = texts.shortcuts;

const { search, create, undo, move, open, commands, copyLink, remove, select, extend, selectAll, leave } = t.does;
const { palette, shortcuts } = shared.shell.menu;
const { products, paymentLinks: links, sales, webhook, sync, settings } = shared.names;

const ANYWHERE = { palette, search, create, shortcuts, undo, products, links, sales, webhook, sync, settings };
const IN_LISTS = { move, open, commands, copyLink, remove, select, extend, selectAll, leave };
const IN_FORMS = { save: t.does.save, saveAndNew: texts.linkForm.createAnother };

const GROUPS: readonly { readonly title: string; readonly labels: Partial<Record<Shortcut, string>> }[] = [
  { title: t.anywhere, labels: ANYWHERE },
  { title: t.inLists, labels: IN_LISTS },
  { title: t.inForms, labels: IN_FORMS },
];

const ShortcutSheet = () =>
  GROUPS.map(({ title, labels }) => (
    <Fragment key={title}>
      <Title order={3}>{title}</Title>
      <Table mb={16} verticalSpacing={4} aria-label={title}>
        <Table.Tbody>
          {Object.entries(labels).map(([shortcut, label]) => (
            <Table.Tr key={shortcut}>
              <Table.Th scope="row" fz="sm" fw={400} c="inherit">
                {label}
              </Table.Th>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                {SHORTCUTS[shortcut as Shortcut].map((keys, index) => (
                  <Fragment key={keys}>
                    {index > 0 && ` ${t.or} `}
                    <Kbd size="xs">{formatKeys(keys)}</Kbd>
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Fragment>
  ));

/** Opens the dialog "Keyboard shortcuts", from anywhere in the window. */
export function openShortcuts(): void {
  openDialog(shared.shell.menu.shortcuts, 480, () => <ShortcutSheet />);
}
