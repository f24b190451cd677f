// One delivery opened: the document's shape (section 6), the body as it came, and what can be done with it.
import { ActionIcon, Anchor, Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconFileExport, IconRepeat, IconTerminal, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Delivery } from '../../../../shared/inbox.ts';
import { call } from '../../../bridge.ts';
import { CodeBlock } from '../../../components/CodeBlock.tsx';
import { openDialog } from '../../../components/dialog.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { exactTime } from '../../../components/RelativeTime.tsx';
import { toast } from '../../../components/toast.tsx';
import { useLive } from '../../../state/live.ts';
import { exportDeliveries, sizeText, VerificationWord, whyVerification } from './Deliveries.tsx';
import styles from './inbox.module.css';
import { ReplayForm } from './ReplayForm.tsx';

/** Give it the delivery's id as `key`. */
export function DeliveryPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  // What a delivery says of a sale depends on the links too.
  const { data, problem } = useLive('inbox.open', { id }, ['links']);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section
      className={styles.panel}
      aria-label="Delivery"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} ref={title} tabIndex={-1}>
          Delivery
        </Title>
        <ActionIcon aria-label="Close delivery" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ProblemAlert title="The delivery could not be read" problem={problem} />
      {data === undefined && !problem && <Skeleton height={200} />}
      {data === null && <Text size="sm">It is not kept any more: the inbox keeps the last 1,000 deliveries.</Text>}
      {data && <Facts delivery={data} />}
    </section>
  );
}

async function copyCurl(id: string): Promise<void> {
  const result = await call('inbox.copyCurl', { id });
  if (result.ok) toast('success', 'cURL command copied. It takes the key from the variable WEBHOOK_KEY.');
  else toast('error', result.problem.message);
}

function Facts({ delivery }: { readonly delivery: Delivery }) {
  const { id, at, verification, size, answered, isJson, isBinary, cut, sale } = delivery;
  const [view, setView] = useState<'pretty' | 'raw'>('pretty');
  return (
    <Stack gap={12}>
      <Group gap={12} fz="sm">
        <VerificationWord verification={verification} />
        <span>{exactTime(at)}</span>
        <span>{sizeText(size)}</span>
        <span>{answered === null ? 'not answered' : `answered ${answered}`}</span>
      </Group>
      {verification !== 'verified' && <Text size="sm">{whyVerification(verification)}</Text>}
      {!isJson && (
        <Text size="sm">
          {isBinary
            ? 'The body is not text; it is shown in base64.'
            : 'The body is not valid JSON; it is kept as it came.'}
        </Text>
      )}
      {sale && (
        <Text size="sm">
          {sale.words}{' '}
          {sale.linkId !== null && (
            <Anchor size="sm" underline="always" href={`#/links/${encodeURIComponent(sale.linkId)}`}>
              Show the link
            </Anchor>
          )}
        </Text>
      )}
      <Group gap={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTerminal size={16} aria-hidden />}
          onClick={() => void copyCurl(id)}
        >
          Copy as cURL
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRepeat size={16} aria-hidden />}
          onClick={() =>
            openDialog('Replay delivery', 560, (close) => (
              <ReplayForm id={id} isVerified={verification === 'verified'} onClose={close} />
            ))
          }
        >
          Replay
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFileExport size={16} aria-hidden />}
          onClick={() => void exportDeliveries('', id)}
        >
          Export delivery
        </Button>
      </Group>
      <div>
        <SegmentedControl
          size="xs"
          aria-label="Show the delivery"
          value={view}
          onChange={(value) => setView(value as 'pretty' | 'raw')}
          data={[
            { value: 'pretty', label: 'Pretty' },
            { value: 'raw', label: 'Raw body' },
          ]}
        />
      </div>
      <CodeBlock key={view} text={view === 'pretty' ? delivery.pretty : delivery.raw} whole={size < 4_000} />
      {cut && (
        <Text size="xs" c="dimmed">
          Only the start is shown; “Export delivery” has all of it.
        </Text>
      )}
    </Stack>
  );
}
