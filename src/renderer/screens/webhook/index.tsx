// The after-sell webhook: its address, key and switch, the test event, and the inbox.
import { Skeleton } from '@mantine/core';
import { useRef, useState } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { currentTourStep } from '../../../shared/tour.ts';
import { Page } from '../../kit/page.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive, useTeam } from '../../state/live.ts';
import { InboxNotices } from './inbox/InboxNotices.tsx';
import { InboxSection, type TourNext } from './inbox/InboxSection.tsx';
import { type Edited, SettingsForm, type SettingsFormHandle } from './SettingsForm.tsx';
import { TestSection } from './TestSection.tsx';
import styles from './webhook.module.css';

export function WebhookScreen() {
  const { data, problem } = useLive('webhook.get', undefined, ['webhook']);
  const inbox = useLive('inbox.get', undefined, ['inbox']);
  const [edited, setEdited] = useState<Edited | null>(null);
  const form = useRef<SettingsFormHandle>(null);
  const { data: team } = useTeam();
  const { tour } = useFrame();
  const isToured = tour?.state === 'on' && currentTourStep(tour) === 'webhook';
  const next = isToured && inbox.data && edited ? tourNext({ ...edited, address: inbox.data.address }) : null;
  return (
    <Page title={shared.names.webhook}>
      <div className={styles.screen}>
        <div className={styles.columns}>
          <div className={styles.notices}>
            <ProblemAlert problem={problem} />
            {data && inbox.data && <InboxNotices inbox={inbox.data} webhook={data} />}
          </div>
          {data ? (
            <>
              <SettingsForm
                ref={form}
                view={data}
                relayUrl={team?.relayUrl ?? null}
                onEdit={setEdited}
                isNext={next === 'save'}
              />
              <TestSection view={data} unsaved={edited?.unsaved ?? false} isNext={next === 'test'} />
            </>
          ) : (
            !problem && <Skeleton height={280} />
          )}
          <div className={styles.whole}>
            <InboxSection
              team={team?.state ?? null}
              inbox={inbox}
              next={next}
              onUseAddress={(url) => form.current?.fillAddress(url)}
            />
          </div>
        </div>
      </div>
    </Page>
  );
}

interface Progress {
  /** The inbox URL; null while it is stopped. */
  readonly address: string | null;
  /** The form's URL, and whether a key is saved or filled in. */
  readonly url: string;
  readonly hasKey: boolean;
  readonly unsaved: boolean;
}

function tourNext({ address, url, hasKey, unsaved }: Progress): TourNext {
  if (address === null) return 'start';
  if (url !== address || !hasKey) return 'address';
  return unsaved ? 'save' : 'test';
}
