// What a backup would restore, store by store, with every value that differs here.

import { Alert, Badge, Box, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type BackupPreview, describeContents, type StorePreview, type Tally } from '../../../shared/backup.ts';
import { enumerated } from '../../../shared/sentences.ts';
import type { SettingName } from '../../../shared/settings.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { takeKeyboard } from '../../components/form.ts';
import styles from './backup.module.css';

const t = texts.backupPreview;

const { settings: ofSettings } = texts;
const SETTINGS: Readonly<Record<SettingName, string>> = {
  currencies: ofSettings.currencies.title,
  parallelSends: ofSettings.sending.parallel,
  appearance: ofSettings.look.appearance,
  language: ofSettings.language.title,
  keepSending: ofSettings.background.title,
  tray: ofSettings.background.tray.show,
  saleNotifications: ofSettings.notifications.sales,
  printsMetadata: texts.share.qrSheet.withMetadata,
  message: ofSettings.message.title,
};

/** The names of the settings that differ, as on the screen "Settings". */
export const settingsIn = ({ settingsThatDiffer }: BackupPreview): string =>
  enumerated(settingsThatDiffer.map((name) => SETTINGS[name]));

export function PreviewOfBackup({ preview }: { readonly preview: BackupPreview }) {
  return (
    <Stack gap={16}>
      <Text size="sm" fw={600} ref={takeKeyboard} tabIndex={-1}>
        {t.holds({ holds: describeContents(preview.holds) })}
      </Text>
      {preview.stores.map((store) => (
        <Store key={store.id} store={store} />
      ))}
      {preview.settings === 'taken' && <Text size="sm">{t.settingsTaken}</Text>}
      {preview.settings === 'differs' && <Text size="sm">{t.settingsDiffer({ settings: settingsIn(preview) })}</Text>}
      {preview.templates > 0 && <Text size="sm">{t.templates({ count: preview.templates })}</Text>}
      {preview.unread > 0 && <Text size="sm">{t.unread({ count: preview.unread })}</Text>}
      {preview.ahead > 0 && <Text size="sm">{t.ahead({ count: preview.ahead })}</Text>}
    </Stack>
  );
}

const COLUMNS = ['added', 'same', 'completed', 'differs', 'deletedHere'] as const satisfies readonly (keyof Tally)[];

/** What happens to records that are deleted on one side only. */
const DELETED = ['deletedHere', 'deletedInBackup'] as const;

function describeDeleted(side: (typeof DELETED)[number], products: number, links: number): string {
  const { records } = texts.restoringBackup;
  return t[side]({
    records: [
      ...(products > 0 ? [records.products({ products })] : []),
      ...(links > 0 ? [records.links({ links })] : []),
    ],
    count: products + links,
  });
}

function Store({ store }: { readonly store: StorePreview }) {
  const {
    name,
    email,
    serviceAddress,
    practice,
    known,
    here,
    products,
    links,
    sales,
    changes,
    differences,
    moreDifferences,
  } = store;
  const row = (label: string, tally: Tally) => (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      {COLUMNS.map((key) => (
        <Table.Td key={key} ta="right">
          {tally[key].toLocaleString(localeInUse())}
        </Table.Td>
      ))}
    </Table.Tr>
  );
  return (
    <section aria-label={t.store({ name })}>
      <Group gap={8} mb={4} wrap="nowrap">
        <Title order={3} className={styles.name} title={`${name}, ${email}`}>
          {name}
        </Title>
        <Badge variant="default" radius="sm" tt="none" style={{ flex: 'none' }}>
          {known ? t.knownHere : t.newHere}
        </Badge>
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
            <Table.Td />
            {COLUMNS.map((key) => (
              <Table.Th key={key} ta="right" title={t.tally[key].hint} scope="col">
                {t.tally[key].name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row(shared.names.products, products)}
          {row(shared.names.paymentLinks, links)}
          {sales.added + sales.same + sales.completed > 0 && row(shared.names.sales, sales)}
        </Table.Tbody>
      </Table>
      {DELETED.filter((side) => products[side] + links[side] > 0).map((side) => (
        <Text key={side} size="sm" mt={8}>
          {describeDeleted(side, products[side], links[side])}
        </Text>
      ))}
      <Text size="sm" mt={8}>
        {t.changes({ added: changes.added, known: changes.known, settled: changes.settled })}
      </Text>
      {differences.length > 0 && (
        <Box
          component="section"
          className={styles.differences}
          tabIndex={0}
          aria-label={t.differences({ store: name })}
        >
          <Table layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col" w={112}>
                  {t.what}
                </Table.Th>
                <Table.Th scope="col">{t.here}</Table.Th>
                <Table.Th scope="col">{t.backup}</Table.Th>
                <Table.Th scope="col" w={80}>
                  {t.newer}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map(({ what, here, backup, newer }) => (
                <Table.Tr key={`${what} ${here} ${backup}`}>
                  <Table.Td>{what}</Table.Td>
                  <Table.Td>{here}</Table.Td>
                  <Table.Td>{backup}</Table.Td>
                  <Table.Td>{newer === null ? t.newerNotKnown : t.newerIs[newer]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {moreDifferences > 0 && <Text size="sm">{t.more({ count: moreDifferences })}</Text>}
        </Box>
      )}
    </section>
  );
}
