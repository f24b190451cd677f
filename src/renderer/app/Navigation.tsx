// The sidebar's links to the screens, and the button of the palette.
import { Badge, Group, Kbd, NavLink, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCash,
  IconLink,
  IconPackage,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconWebhook,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StoreView } from '../../shared/session.ts';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { useFrame } from '../state/frame.ts';
import { ariaKeysOf } from '../state/keys.ts';
import type { Route } from '../state/route.ts';
import { firstKeys } from '../state/shortcuts.ts';
import styles from './Frame.module.css';
import { openPalette } from './palette/palette.ts';

const t = texts.app.navigation;

interface Screen {
  readonly place: Place;
  readonly label: string;
  readonly Icon: typeof IconCash;
  readonly beside?: ReactNode;
  /** Why something here needs the seller. */
  readonly warning?: string | null;
}

type Place = 'products' | 'links' | 'sales' | 'webhook' | 'sync' | 'settings';

const placeOf = (screen: Route['screen']): Place | null => {
  if (screen === 'product') return 'products';
  if (screen === 'sync-history') return 'sync';
  if (screen === 'import') return 'links';
  return screen === 'add-store' ? null : screen;
};

export function Navigation({ route, store }: { readonly route: Route; readonly store: StoreView }) {
  const { marks } = useFrame();
  const current = placeOf(route.screen);
  const shortcut = firstKeys('palette');
  const screens: readonly Screen[] = [
    { place: 'products', label: shared.names.products, Icon: IconPackage, beside: figure(store.products) },
    { place: 'links', label: shared.names.paymentLinks, Icon: IconLink, beside: figure(store.links) },
    { place: 'sales', label: shared.names.sales, Icon: IconCash, warning: marks.sales },
    { place: 'webhook', label: shared.names.webhook, Icon: IconWebhook, warning: marks.webhook },
    { place: 'sync', label: shared.names.sync, Icon: IconRefresh, beside: <Unsettled store={store} /> },
    { place: 'settings', label: shared.names.settings, Icon: IconSettings },
  ];
  return (
    <nav aria-label={t.label}>
      <Group className={styles.brand ?? ''} gap={8} px={8} pt={4} pb={12} fw={600}>
        <IconBuildingStore size={18} aria-hidden />
        {shared.names.app}
      </Group>
      <NavLink
        component="button"
        type="button"
        mb={4}
        bd="1px solid var(--desk-line)"
        c="dimmed"
        noWrap
        label={t.find}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {shortcut}
          </Kbd>
        }
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeysOf('palette')}
        title={t.findWhat({ shortcut })}
        onClick={openPalette}
      />
      {screens.map(({ place, label, Icon, beside, warning = null }) => (
        <NavLink
          key={place}
          href={`#/${place}`}
          active={current === place}
          aria-current={current === place ? 'page' : undefined}
          label={label}
          // In a small window only the icon shows. A title on the link itself would be read as its description.
          leftSection={
            <span title={label} aria-hidden style={{ display: 'flex' }}>
              <Icon size={16} />
            </span>
          }
          rightSection={
            warning === null ? beside : <IconAlertTriangle size={16} color="var(--desk-warn)" aria-hidden />
          }
          title={warning ?? undefined}
        />
      ))}
    </nav>
  );
}

/** A count beside the link's name, but not part of it. */
const figure = (count: number | null) =>
  count !== null &&
  count > 0 && (
    <Text span size="xs" c="dimmed" data-count aria-hidden>
      {count.toLocaleString(localeInUse())}
    </Text>
  );

const MARKED = { variant: 'filled', c: 'var(--desk-warn-text)', bg: 'var(--desk-warn-back)' };
const UNMARKED = { variant: 'transparent', c: 'dimmed', 'data-count': true };

/** How many changes wait, marked if one needs the seller. */
const Unsettled = ({ store: { lines, waiting, attention } }: { readonly store: StoreView }) =>
  lines > 0 && (
    <Badge size="sm" px={6} title={t.unsettled({ waiting, attention })} {...(attention > 0 ? MARKED : UNMARKED)}>
      {lines.toLocaleString(localeInUse())}
    </Badge>
  );
