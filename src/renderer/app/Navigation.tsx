// The sidebar's links to the screens, and the button of the palette.

import { Kbd, NavLink, UnstyledButton } from '@mantine/core';
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
import { type ReactNode, useEffect, useRef } from 'react';
import type { StoreView } from '../../shared/session.ts';
import { ariaKeysOf } from '../../shared/shortcuts.ts';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { useFrame } from '../state/frame.ts';
import type { Route } from '../state/route.ts';
import { firstKeys } from '../state/shortcuts.ts';
import styles from './Navigation.module.css';
import { openPalette } from './palette/palette.ts';

const t = texts.app.navigation;

interface Screen {
  readonly place: Place;
  readonly label: string;
  readonly Icon: typeof IconCash;
  readonly beside?: ReactNode;
  /** Something about it needs the seller. */
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
  const places = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each screen
  useEffect(() => {
    const show = () => places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [current]);
  const screens: readonly Screen[] = [
    { place: 'products', label: shared.names.products, Icon: IconPackage, beside: figure(store.products) },
    { place: 'links', label: shared.names.paymentLinks, Icon: IconLink, beside: figure(store.links) },
    { place: 'sales', label: shared.names.sales, Icon: IconCash, warning: marks.sales },
    { place: 'webhook', label: shared.names.webhook, Icon: IconWebhook, warning: marks.webhook },
    { place: 'sync', label: shared.names.sync, Icon: IconRefresh, beside: <Unsettled store={store} /> },
    { place: 'settings', label: shared.names.settings, Icon: IconSettings },
  ];
  return (
    <nav ref={places} aria-label={t.label} className={styles.places}>
      <div className={styles.brand}>
        <IconBuildingStore size={18} aria-hidden />
        {shared.names.app}
      </div>
      <UnstyledButton
        className={styles.find}
        aria-label={t.find}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeysOf('palette')}
        title={t.findWhat({ shortcut })}
        onClick={openPalette}
      >
        <IconSearch size={16} aria-hidden />
        <span>{t.find}</span>
        <Kbd size="xs" aria-hidden>
          {shortcut}
        </Kbd>
      </UnstyledButton>
      {screens.map(({ place, label, Icon, beside, warning = null }) => (
        <NavLink
          key={place}
          className={styles.link}
          href={`#/${place}`}
          data-tour={place}
          active={current === place}
          aria-current={current === place ? 'page' : undefined}
          label={label}
          // In a small window the icon alone is there. On the link, the title would be read as its description.
          leftSection={
            <span title={label} aria-hidden style={{ display: 'flex' }}>
              <Icon size={16} />
            </span>
          }
          rightSection={
            warning === null ? beside : <IconAlertTriangle size={16} className={styles.trouble} aria-hidden />
          }
          title={warning ?? undefined}
        />
      ))}
    </nav>
  );
}

/** A count that is not part of the link's name. */
const figure = (count: number | null) =>
  count !== null &&
  count > 0 && (
    <span className={styles.count} aria-hidden>
      {count.toLocaleString(localeInUse())}
    </span>
  );

const Unsettled = ({ store: { lines, waiting, attention } }: { readonly store: StoreView }) =>
  lines > 0 && (
    <span
      className={styles.count}
      data-attention={attention > 0 || undefined}
      title={t.unsettled({ waiting, attention })}
    >
      {lines.toLocaleString(localeInUse())}
    </span>
  );
