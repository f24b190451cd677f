// The after-sell webhook: its address, key and switch, the test event, and help for the receiver.
import { Skeleton, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { currentTourStep } from '../../../shared/tour.ts';
import { Page } from '../../components/Page.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import { InboxSection } from './inbox/InboxSection.tsx';
import { ReceiverHelp } from './ReceiverHelp.tsx';
import { SettingsForm, type SettingsFormHandle } from './SettingsForm.tsx';
import { TestSection } from './TestSection.tsx';
import styles from './webhook.module.css';

export function WebhookScreen() {
  const { data, problem } = useLive('webhook.get', undefined, ['webhook']);
  const [unsaved, setUnsaved] = useState(false);
  const form = useRef<SettingsFormHandle>(null);
  const { tour } = useFrame();
  const isToured = tour?.state === 'on' && currentTourStep(tour) === 'webhook';
  return (
    <Page title={texts.names.webhook}>
      <div className={styles.screen}>
        <div className={styles.columns}>
          <div className={styles.main}>
            <ProblemAlert title={texts.webhook.notRead} problem={problem} />
            {data ? (
              <>
                <SettingsForm
                  ref={form}
                  current={data.current}
                  uncertain={data.uncertain}
                  keyUncertain={data.keyUncertain}
                  onUnsaved={setUnsaved}
                />
                <TestSection view={data} unsaved={unsaved} />
              </>
            ) : (
              !problem && <Waiting />
            )}
          </div>
          <div className={styles.inbox}>
            <InboxSection onUseAddress={(url) => form.current?.fillAddress(url, isToured)} />
          </div>
          <ReceiverHelp />
        </div>
      </div>
    </Page>
  );
}

/** As high as the form that is about to come, so that nothing jumps. */
const Waiting = () => (
  <Stack gap={16} aria-busy="true">
    <Skeleton height={80} />
    <Skeleton height={120} />
    <Skeleton height={20} width={220} />
    <Skeleton height={32} width={140} />
  </Stack>
);
