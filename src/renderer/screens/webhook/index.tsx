// The after-sell webhook: its address, key and switch, the test event, and the inbox.
import { Skeleton } from '@mantine/core';
import type { InboxView } from '../../../shared/inbox.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import type { WebhookView } from '../../../shared/webhook.ts';
import { Page } from '../../kit/page.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { useLive, useTeam } from '../../state/live.ts';
import { InboxNotices } from './inbox/InboxNotices.tsx';
import { InboxSection } from './inbox/InboxSection.tsx';
import { SettingsForm, useWebhookForm } from './SettingsForm.tsx';
import { TestSection } from './TestSection.tsx';
import styles from './webhook.module.css';

export function WebhookScreen() {
  const { data: webhook, problem: ofWebhook } = useLive('webhook.get', undefined, ['records']);
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
  return (
    <div className={styles.screen}>
      <div className={styles.columns}>
        <div className={styles.notices}>
          <InboxNotices inbox={inbox} webhook={webhook} />
        </div>
        <SettingsForm form={form} view={webhook} relayUrl={team?.relayUrl ?? null} />
        <TestSection view={webhook} unsaved={form.unsaved} />
        <div className={styles.whole}>
          <InboxSection team={team?.state ?? null} view={inbox} fillAddress={form.fillAddress} />
        </div>
      </div>
    </div>
  );
}
