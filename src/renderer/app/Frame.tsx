// The frame around every screen: store, navigation, and sync status.
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconFlask } from '@tabler/icons-react';
import { texts } from '../../shared/texts/window.ts';
import { ErrorBoundary, RichText } from '../kit/parts.tsx';
import { ImportScreen } from '../screens/links/import/ImportPage.tsx';
import { openNewLink } from '../screens/links/LinkForm.tsx';
import { LinksScreen } from '../screens/links/LinksScreen.tsx';
import { ProductScreen } from '../screens/products/ProductScreen.tsx';
import { ProductsScreen } from '../screens/products/ProductsScreen.tsx';
import { SalesScreen } from '../screens/sales/SalesScreen.tsx';
import { SettingsScreen } from '../screens/settings/index.tsx';
import { putSignInOff, useIsPutOff } from '../screens/sign-in/put-off.ts';
import { SignInPanel } from '../screens/sign-in/SignInPanel.tsx';
import { SignInScreen } from '../screens/sign-in/SignInScreen.tsx';
import { SyncScreen } from '../screens/sync/index.tsx';
import { WebhookScreen } from '../screens/webhook/index.tsx';
import { useCurrentStore, useFrame } from '../state/frame.ts';
import { type Route, useRoute } from '../state/route.ts';
import { useShortcut } from '../state/shortcuts.ts';
import styles from './Frame.module.css';
import { Navigation } from './Navigation.tsx';
import { Notices } from './Notices.tsx';
import { StorePanel } from './StorePanel.tsx';
import { TourPanel } from './tour/TourPanel.tsx';

export function Frame() {
  const route = useRoute();
  const store = useCurrentStore();
  const isPutOff = useIsPutOff(store?.id ?? '');
  const { tour, isUnsafe } = useFrame();
  const isOfStore = route.screen !== 'add-store';
  // The fallback for screens that create nothing else.
  useShortcut('create', () => isOfStore && openNewLink(null), true);
  if (!store) return null;
  if (route.screen === 'add-store') return <SignInScreen />;
  const asksToSignIn = !store.signedIn && !isPutOff;
  return (
    <div className={styles.window}>
      {store.practice && (
        <header className={styles.banner}>
          <IconFlask size={14} aria-hidden />
          <Text span inherit truncate>
            <RichText of={texts.app.practiceNote({ practiceStore: <strong>{texts.app.practiceStore}</strong> })} />
          </Text>
        </header>
      )}
      {isUnsafe && (
        <div className={styles.banner} role="note">
          <IconAlertTriangle size={14} aria-hidden />
          <span>{texts.app.unsafe}</span>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.side} data-brief>
          <Navigation route={route} store={store} />
          <StorePanel key={store.id} store={store} />
        </div>
        <main className={styles.main}>
          {tour && tour.state !== 'left' && <TourPanel tour={tour} store={store} />}
          <Notices />
          {asksToSignIn && <SignInPanel key={store.id} store={store} onPutOff={() => putSignInOff(store.id)} />}
          {/* Sync and its history share a key: switching between them keeps the focus and the search. */}
          <ErrorBoundary key={`${store.id} ${route.screen === 'sync-history' ? 'sync' : route.screen}`}>
            <Screen route={route} />
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

function Screen({ route }: { readonly route: Exclude<Route, { screen: 'add-store' }> }) {
  switch (route.screen) {
    case 'products':
      return <ProductsScreen />;
    case 'product':
      return <ProductScreen key={route.id} id={route.id} />;
    case 'links':
      return <LinksScreen openId={route.id} />;
    case 'import':
      return <ImportScreen key={route.id} id={route.id} />;
    case 'sales':
      return <SalesScreen openId={route.id} />;
    case 'webhook':
      return <WebhookScreen />;
    case 'sync':
    case 'sync-history':
      return <SyncScreen />;
    case 'settings':
      return <SettingsScreen section={route.section} />;
  }
}
