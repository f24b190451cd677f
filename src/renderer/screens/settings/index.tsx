// Settings of the current store and of the app, in sections with a list beside them. Each change is saved at once.
import { Box, TableOfContents } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Page } from '../../kit/page.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { usePractice } from '../../state/live.ts';
import { AboutSection, AdvancedSection } from './AdvancedSection.tsx';
import { BackupSection } from './BackupSection.tsx';
import { CurrenciesSection } from './CurrenciesSection.tsx';
import { GeneralSection } from './GeneralSection.tsx';
import { MessagesSection } from './MessagesSection.tsx';
import { PracticeSection } from './PracticeSection.tsx';
import { type SectionId, sectionTitleId } from './Section.tsx';
import { StoreSection } from './StoreSection.tsx';
import styles from './settings.module.css';
import { TeamSection } from './TeamSection.tsx';

/** Px from the top: a section whose title is above this line is the one being read. */
const READING = 200;

export function SettingsScreen({ section }: { readonly section: string | null }) {
  const store = useCurrentStore();
  const practice = usePractice();
  const scroller = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef<string | null>(null);
  // Scrolls once for each address, as soon as the section has loaded; the practice store's loads late.
  useEffect(() => {
    if (section === null || section === scrolledTo.current) return;
    const title = document.getElementById(sectionTitleId(section as SectionId));
    title?.scrollIntoView();
    if (title) scrolledTo.current = section;
  });
  return (
    <Page title={shared.names.settings} body="fill">
      <div className={styles.screen}>
        <Box component="nav" visibleFrom="sm" className={styles.contents ?? ''} aria-label={texts.settings.sections}>
          <TableOfContents
            // Renders the list again when the practice store's section comes or goes.
            key={`${store?.id} ${Boolean(practice)}`}
            size="sm"
            variant="none"
            classNames={{ control: styles.place ?? '' }}
            scrollSpyOptions={{ selector: '[data-section] > h2', scrollHost: scroller, offset: READING }}
            getControlProps={({ active, data }) => ({
              children: data.value,
              'aria-current': active || undefined,
              onClick: () => data.getNode().scrollIntoView(),
            })}
          />
        </Box>
        <div ref={scroller} className={styles.sections}>
          <GeneralSection />
          {store && <StoreSection key={store.id} store={store} />}
          <CurrenciesSection />
          <MessagesSection />
          <BackupSection />
          <TeamSection />
          {practice && <PracticeSection view={practice} />}
          <AdvancedSection store={store} />
          <AboutSection />
        </div>
      </div>
    </Page>
  );
}
