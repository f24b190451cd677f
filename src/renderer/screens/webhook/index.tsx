// The after-sell webhook: its address, key and switch, the test event, and the inbox.
import { Skeleton } from '@mantine/core';
import type { InboxView } from '../../../shared/inbox.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { currentTourStep } from '../../../shared/tour.ts';
import type { WebhookView } from '../../../shared/webhook.ts';
import { Page } from '../../kit/page.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive, useTeam } from '../../state/live.ts';
import { InboxNotices } from './inbox/InboxNotices.tsx';
import { InboxSection, type TourNext } from './inbox/InboxSection.tsx';
import { SettingsForm, useWebhookForm, type WebhookForm } from './SettingsForm.tsx';
import { TestSection } from './TestSection.tsx';
import styles from './webhook.module.css';

export function WebhookScreen() {
  const { data: webhook, problem: ofWebhook } = useLive('webhook.get', undefined, ['webhook']);
  const { data: inbox, problem: ofInbox } = useLive('inbox.get', undefined, ['inbox']);
  const problem = ofWebhook ?? ofInbox;
  return (
    <Page title={shared.names.webhook}>
      <ProblemAlert problem={problem} />
      {webhook && inbox ? <Loaded webhook={webhook} inbox={inbox} /> : !problem && <Skeleton height={280} />}
    </Page>
  );
}

function Loaded({ webhook, inbox }: { readonly webhook: WebhookView; readonly inbox: InboxView }) {
  const form = useWebhookForm(webhook);
  const { data: team } = useTeam();
  const { tour } = useFrame();
  const isToured = tour?.state === 'on' && currentTourStep(tour) === 'webhook';
  const next = isToured ? tourNext(inbox, form) : null;
  return (
    <div className={styles.screen}>
      <div className={styles.columns}>
        <div className={styles.notices}>
          <InboxNotices inbox={inbox} webhook={webhook} />
        </div>
        <SettingsForm form={form} view={webhook} relayUrl={team?.relayUrl ?? null} isNext={next === 'save'} />
        <TestSection view={webhook} unsaved={form.unsaved} isNext={next === 'test'} />
        <div className={styles.whole}>
          <InboxSection team={team?.state ?? null} view={inbox} next={next} fillAddress={form.fillAddress} />
        </div>
      </div>
    </div>
  );
}

/** The control that the tour's webhook step needs next. */
function tourNext({ address }: InboxView, { values, hasKey, unsaved }: WebhookForm): TourNext {
  if (address === null) return 'start';
  if (values.url.trim() !== address || !hasKey) return 'address';
  return unsaved ? 'save' : 'test';
}
