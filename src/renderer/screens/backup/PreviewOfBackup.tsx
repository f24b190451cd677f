// What a backup would bring, store by store: how many records, and the titles of the first ones.
import { Alert, Badge, Box, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type BackupPreview, describeContents, type StorePreview } from '../../../shared/backup.ts';
import { sentences } from '../../../shared/sentences.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts } from '../../../shared/texts/window.ts';
import { takeKeyboard } from '../../components/form.tsx';
import styles from './backup.module.css';

const t = texts.backupPreview;

export function PreviewOfBackup({ preview }: { readonly preview: BackupPreview }) {
  return (
    <Stack gap={16}>
      <Text size="sm" fw={600} ref={takeKeyboard} tabIndex={-1}>
        {t.holds({ holds: describeContents(preview.holds) })}
      </Text>
      {preview.stores.map((store) => (
        <Store key={store.id} store={store} />
      ))}
      {preview.unread > 0 && <Text size="sm">{t.unread({ count: preview.unread })}</Text>}
    </Stack>
  );
}

function Store({ store }: { readonly store: StorePreview }) {
  const { name, email, serviceAddress, practice, known, here, counts, titles } = store;
  const columns = [
    [t.tally.added.name, counts.new],
    [t.tally.differs.name, counts.changed],
    [t.tally.held.name, counts.held],
  ] as const;
  const more = counts.new + counts.changed - titles.length;
  return (
    <section aria-label={t.store({ name })}>
      <Group gap={8} mb={4} wrap="nowrap">
        <Title order={3} className={styles.name} title={`${name}, ${email}`}>
          {name}
        </Title>
        {!known && <Badge variant="default">{t.newHere}</Badge>}
      </Group>
      <Text size="sm" className={styles.address}>
        {t.signInAt({ email, address: serviceAddress })}
      </Text>
      {!known && !practice && (
        <Text size="sm" c="dimmed">
          {t.checkAddress}
        </Text>
      )}
      {here && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t.otherHere} role="alert" my={8}>
          <span className={styles.address}>
            {t.otherHereMeans({ email: here.email, address: here.serviceAddress })}
          </span>
        </Alert>
      )}
      <Table mt={8} className={styles.tally} aria-label={t.brings({ store: name })}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(([label]) => (
              <Table.Th key={label} ta="right" scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            {columns.map(([label, count]) => (
              <Table.Td key={label} ta="right">
                {count.toLocaleString(localeInUse())}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {counts.held > 0 && (
        <Text size="sm" mt={8}>
          {sentences(texts.restoringBackup.stillRunsBecause({ waiting: counts.held }), texts.restoringBackup.holdHint)}
        </Text>
      )}
      {titles.length > 0 && (
        <Box component="section" className={styles.titles} tabIndex={0} aria-label={t.titles}>
          <Text size="sm" c="dimmed">
            {t.titles}
          </Text>
          <List size="sm">
            {titles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles may be the same, and never change
              <List.Item key={index}>{title}</List.Item>
            ))}
          </List>
          {more > 0 && <Text size="sm">{t.more({ count: more })}</Text>}
        </Box>
      )}
    </section>
  );
}
