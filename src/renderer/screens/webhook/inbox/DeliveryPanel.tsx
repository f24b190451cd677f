// One delivery opened: the document's shape (section 6), the body as it came, and what can be done with it.
import { ActionIcon, Anchor, Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCash, IconCashOff, IconFileExport, IconRepeat, IconTerminal, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Delivery } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { CodeBlock } from '../../../components/CodeBlock.tsx';
import { useClosesOnEscape } from '../../../components/open-panel.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { exactTime } from '../../../components/RelativeTime.tsx';
import { toast } from '../../../components/toast.tsx';
import { useLive } from '../../../state/live.ts';
import { exportDeliveries, sizeText, VerificationWord, whyVerification } from './Deliveries.tsx';
import styles from './inbox.module.css';
import { openReplay } from './open-replay.tsx';

const words = texts.inbox.delivery;

/** With another `id` the delivery before stays until that one is there, so that nothing flickers as the arrows move on. */
export function DeliveryPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  // What a delivery says of a sale depends on the links too.
  const { data: answer, problem, asked } = useLive('inbox.open', { id }, ['links']);
  const data = problem && asked?.id !== id ? undefined : answer;
  const title = useRef<HTMLHeadingElement>(null);
  // The list, which it was opened from, keeps the keyboard. Below the list it may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each delivery that is opened
  useEffect(() => title.current?.scrollIntoView({ block: 'nearest' }), [id]);
  useClosesOnEscape(onClose);
  return (
    <section className={styles.panel} aria-label={words.title}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} ref={title}>
          {words.title}
        </Title>
        <ActionIcon aria-label={words.close} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ProblemAlert title={words.notRead} problem={problem} />
      {data === undefined && !problem && <Skeleton height={200} />}
      {data === null && <Text size="sm">{words.gone}</Text>}
      {data && <Facts key={data.id} delivery={data} />}
    </section>
  );
}

export async function copyCurl(id: string): Promise<void> {
  const result = await call('inbox.copyCurl', { id });
  if (result.ok) toast('success', words.curlCopied);
  else toast('error', result.problem.message);
}

async function markSale(id: string, isSale: boolean): Promise<void> {
  const result = await call('inbox.markSale', { id, isSale });
  if (result.ok) toast('success', isSale ? words.markedSale : words.takenBack);
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
        <span>{answered === null ? words.notAnswered : words.answered(answered)}</span>
      </Group>
      {verification !== 'verified' && <Text size="sm">{whyVerification(verification)}</Text>}
      {!isJson && <Text size="sm">{isBinary ? words.notText : words.notJson}</Text>}
      {sale && (
        <Text size="sm">
          {sale.words}{' '}
          {sale.linkId !== null && (
            <Anchor size="sm" underline="always" href={`#/links/${encodeURIComponent(sale.linkId)}`}>
              {words.showLink}
            </Anchor>
          )}
        </Text>
      )}
      <Group gap={8}>
        {sale && sale.marked !== null && (
          <Button
            variant="default"
            size="xs"
            leftSection={sale.marked ? <IconCashOff size={16} aria-hidden /> : <IconCash size={16} aria-hidden />}
            onClick={() => void markSale(id, !sale.marked)}
          >
            {sale.marked ? words.takeBack : words.markSale}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTerminal size={16} aria-hidden />}
          onClick={() => void copyCurl(id)}
        >
          {words.copyCurl}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRepeat size={16} aria-hidden />}
          onClick={() => openReplay(delivery)}
        >
          {words.replay}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFileExport size={16} aria-hidden />}
          onClick={() => void exportDeliveries('', id)}
        >
          {words.export}
        </Button>
      </Group>
      <div>
        <SegmentedControl
          size="xs"
          aria-label={words.show}
          value={view}
          onChange={(value) => setView(value as 'pretty' | 'raw')}
          data={[
            { value: 'pretty', label: words.pretty },
            { value: 'raw', label: words.raw },
          ]}
        />
      </div>
      <CodeBlock key={view} text={view === 'pretty' ? delivery.pretty : delivery.raw} whole={size < 4_000} />
      {cut && (
        <Text size="xs" c="dimmed">
          {words.cut}
        </Text>
      )}
    </Stack>
  );
}
