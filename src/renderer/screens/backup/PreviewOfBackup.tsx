// What a backup would bring, store by store, and every value that is not the same here.
import { Badge, Box, Group, Stack, Table, Text, Title } from '@mantine/core';
import { type BackupPreview, holdsInWords, type StorePreview, type Tally } from '../../../shared/backup.ts';
import { takeKeyboard } from '../../components/form.ts';
import styles from './backup.module.css';

const SETTINGS: Readonly<Record<BackupPreview['settings'], string | null>> = {
  same: null,
  none: null,
  taken: "Settings: nothing was set on this computer, so the backup's are taken.",
  differs: 'Settings: they differ from those of this computer. Currencies that are missing here are added.',
};

export function PreviewOfBackup({ preview }: { readonly preview: BackupPreview }) {
  const settings = SETTINGS[preview.settings];
  return (
    <Stack gap={16}>
      <Text size="sm" fw={600} ref={takeKeyboard} tabIndex={-1}>
        The backup holds {holdsInWords(preview.holds)}.
      </Text>
      {preview.stores.map((store) => (
        <Store key={`${store.email} ${store.name}`} store={store} />
      ))}
      {settings && <Text size="sm">{settings}</Text>}
      {preview.templates > 0 && (
        <Text size="sm">
          {preview.templates === 1
            ? '1 template for checkout links comes in.'
            : `${preview.templates} templates for checkout links come in.`}
        </Text>
      )}
      {preview.unread > 0 && (
        <Text size="sm">{preview.unread.toLocaleString()} records in it cannot be understood and are left out.</Text>
      )}
      {preview.unknown.length > 0 && (
        <Text size="sm">
          A newer version of the app made it: {preview.unknown.join(', ')} cannot be restored here. Update the app to
          bring these too.
        </Text>
      )}
    </Stack>
  );
}

const COLUMNS: readonly { readonly key: keyof Tally; readonly header: string; readonly title: string }[] = [
  { key: 'added', header: 'New', title: 'Not on this computer yet' },
  { key: 'same', header: 'Same', title: 'Here with the same values' },
  { key: 'completed', header: 'Completed', title: 'Here, and the backup knows more, such as an id or an address' },
  { key: 'differs', header: 'Differ', title: 'Here with other values' },
  { key: 'deletedHere', header: 'Deleted here', title: 'Deleted on this computer; they stay deleted' },
];

function Store({ store }: { readonly store: StorePreview }) {
  const { name, email, known, products, links, changes, differences, moreDifferences } = store;
  const row = (label: string, tally: Tally) => (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      {COLUMNS.map(({ key }) => (
        <Table.Td key={key} ta="right">
          {tally[key].toLocaleString()}
        </Table.Td>
      ))}
    </Table.Tr>
  );
  return (
    <section aria-label={`Store ${name}`}>
      <Group gap={8} mb={4} wrap="nowrap">
        <Title order={3} className={styles.name} title={`${name}, ${email}`}>
          {name}
        </Title>
        <Text size="sm" c="dimmed" className={styles.name}>
          {email}
        </Text>
        <Badge variant="default" radius="sm" tt="none" style={{ flex: 'none' }}>
          {known ? 'Known here' : 'New here'}
        </Badge>
      </Group>
      <Table className={styles.tally} aria-label={`What the backup brings for ${name}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {COLUMNS.map(({ key, header, title }) => (
              <Table.Th key={key} ta="right" title={title} scope="col">
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row('Products', products)}
          {row('Payment links', links)}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt={8}>
        {changesInWords(changes)}
      </Text>
      {differences.length > 0 && (
        <Box component="section" className={styles.differences} tabIndex={0} aria-label={`What differs in ${name}`}>
          <Table layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col" w={112}>
                  What
                </Table.Th>
                <Table.Th scope="col">On this computer</Table.Th>
                <Table.Th scope="col">In the backup</Table.Th>
                <Table.Th scope="col" w={80}>
                  Newer
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map(({ what, here, backup, newer }) => (
                <Table.Tr key={`${what} ${here} ${backup}`}>
                  <Table.Td>{what}</Table.Td>
                  <Table.Td>{here}</Table.Td>
                  <Table.Td>{backup}</Table.Td>
                  <Table.Td>{newer === null ? 'Not known' : newer === 'here' ? 'Here' : 'Backup'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {moreDifferences > 0 && <Text size="sm">and {moreDifferences.toLocaleString()} more</Text>}
        </Box>
      )}
    </section>
  );
}

function changesInWords({ added, known, settled }: StorePreview['changes']): string {
  const parts = [
    added === 0
      ? 'No waiting changes come in'
      : `${added.toLocaleString()} waiting ${added === 1 ? 'change comes' : 'changes come'} in`,
    ...(known > 0 ? [`${known.toLocaleString()} known here already`] : []),
    ...(settled > 0 ? [`${settled.toLocaleString()} waiting here that the backup knows as done`] : []),
  ];
  return `${parts.join(', ')}.`;
}
