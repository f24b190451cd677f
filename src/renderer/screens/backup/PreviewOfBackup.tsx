// What a backup would bring to each store: how many records, and the titles of the first ones.
import { Alert, Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type BackupPreview, describeContents, type StorePreview } from '../../../shared/backup.ts';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { takeKeyboard } from '../../kit/form.tsx';
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
  const { stillRunsBecause, holdHint } = texts.restoringBackup;
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
      <Text size="sm">{t.counts(counts)}</Text>
      {counts.held > 0 && (
        <Text size="sm" mt={8}>
          {sentences(stillRunsBecause({ waiting: counts.held }), holdHint)}
        </Text>
      )}
      {titles.length > 0 && (
        <List size="sm" mt={8} className={styles.titles} aria-label={t.titles}>
          {titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: titles may be the same, and never change
            <List.Item key={index}>{title}</List.Item>
          ))}
        </List>
      )}
    </section>
  );
}
