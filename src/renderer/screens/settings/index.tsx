// Settings of the current store and of the app.
import { texts as shared } from '../../../shared/texts/main.ts';
import { Page } from '../../components/Page.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import {
  AboutSection,
  AppearanceSection,
  BackgroundSection,
  LanguageSection,
  NotificationsSection,
  SendingSection,
} from './AppSections.tsx';
import { CurrenciesSection } from './CurrenciesSection.tsx';
import { DataSection } from './DataSection.tsx';
import { MessageSection } from './MessageSection.tsx';
import { PracticeSection } from './PracticeSection.tsx';
import { StoreSection } from './StoreSection.tsx';
import styles from './settings.module.css';
import { TeamSection } from './TeamSection.tsx';

export function SettingsScreen() {
  const store = useCurrentStore();
  return (
    <Page title={shared.names.settings}>
      <div className={styles.screen}>
        {store && <StoreSection key={store.id} store={store} />}
        <TeamSection />
        <CurrenciesSection />
        <MessageSection />
        <SendingSection />
        <BackgroundSection />
        <NotificationsSection />
        <AppearanceSection />
        <LanguageSection />
        <DataSection />
        <PracticeSection />
        <AboutSection />
      </div>
    </Page>
  );
}
