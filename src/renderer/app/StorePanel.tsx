// The bottom of the sidebar: the store, "Work offline", and the sync status.
import { Button, Indicator, Menu, Space, Stack, Switch, Text } from '@mantine/core';
import { IconBuildingStore, IconCheck, IconChevronDown, IconLogin2, IconLogout, IconPlus } from '@tabler/icons-react';
import type { StoreView } from '../../shared/session.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { call } from '../bridge.ts';
import { report } from '../kit/notify.tsx';
import { askToSignIn } from '../screens/sign-in/put-off.ts';
import { askToSignOut } from '../screens/sign-in/SignOut.tsx';
import { useFrame } from '../state/frame.ts';
import { useOptimisticValue } from '../state/optimistic.ts';
import { go } from '../state/route.ts';
import { SyncStatus } from './SyncStatus.tsx';
import { switchStore } from './switch-store.ts';

const t = texts.app.store;

export function StorePanel({ store }: { readonly store: StoreView }) {
  const { stores, status } = useFrame();
  const [workOffline, setWorkOffline] = useOptimisticValue(store.workOffline, (on) =>
    report(call('stores.workOffline', { storeId: store.id, on })),
  );
  const isAmbiguous = stores.some(({ id, name }) => id !== store.id && name === store.name);
  const elsewhere = needsElsewhere(stores.filter(({ id }) => id !== store.id));
  return (
    <Stack component="section" gap={4} aria-label={t.current}>
      <Menu position="top-start" width={320} styles={{ itemLabel: { minWidth: 0 } }}>
        <Menu.Target>
          <Button
            variant="default"
            fullWidth
            px={8}
            justify="space-between"
            styles={{ label: { flex: 1 } }}
            leftSection={
              <Indicator color="var(--desk-warn)" size={8} disabled={elsewhere === null}>
                <IconBuildingStore size={16} aria-hidden />
              </Indicator>
            }
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-description={elsewhere ?? undefined}
            aria-label={t.name({ name: store.name })}
            title={[store.name, t.account(store), ...(elsewhere === null ? [] : [elsewhere])].join('. ')}
          >
            <Text span inherit truncate>
              {isAmbiguous ? store.email : store.name}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t.onThisComputer}</Menu.Label>
          {stores.map((known) => (
            <Menu.Item
              key={known.id}
              leftSection={known.id === store.id ? <IconCheck size={14} aria-label={t.shownNow} /> : <Space w={14} />}
              onClick={() => switchStore(known.id)}
            >
              <Text truncate title={known.name}>
                {known.name}
              </Text>
              <Text size="xs" truncate title={known.email}>
                {known.email}
              </Text>
              {/* Never cut off, because it needs attention. */}
              <Text size="xs">{storeFacts(known)}</Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          {!store.signedIn && (
            <Menu.Item leftSection={<IconLogin2 size={14} aria-hidden />} onClick={askToSignIn}>
              {t.signIn}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={() => go('#/add-store')}>
            {t.addAnother}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={14} aria-hidden />} onClick={() => askToSignOut(store)}>
            {t.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Switch
        size="xs"
        px={8}
        label={shared.names.workOffline}
        title={shared.names.workOffline}
        data-tour="work-offline"
        checked={workOffline}
        onChange={(event) => setWorkOffline(event.currentTarget.checked)}
      />
      <SyncStatus status={status} />
    </Stack>
  );
}

/** What needs attention in the other stores; null if nothing does. */
function needsElsewhere(others: readonly StoreView[]): string | null {
  const needs = others.flatMap(({ name, attention, waiting, signedIn }) => {
    if (attention > 0) return [t.needsAttention({ name, changes: attention })];
    return waiting > 0 && !signedIn ? [t.signInToSend({ name, changes: waiting })] : [];
  });
  return needs.length === 0 ? null : needs.join('. ');
}

function storeFacts(store: StoreView): string {
  const parts: string[] = [];
  if (store.attention > 0) parts.push(t.attention({ count: store.attention }));
  if (store.waiting > 0) parts.push(t.waiting({ count: store.waiting }));
  if (!store.signedIn) parts.push(t.signedOut);
  if (store.workOffline) parts.push(t.worksOffline);
  // Keeps the dot from starting a line.
  return parts.join('\u00a0· ');
}
