// The open delivery: what it says, and the documented shape (section 6).

import { ActionIcon, Anchor, Button, DataList, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconTerminal, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Delivery, DeliveryEvent } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { CodeBlock } from '../../../components/CodeBlock.tsx';
import { notify } from '../../../components/notify.tsx';
import { useClosesOnEscape } from '../../../components/open-panel.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { exactTime } from '../../../components/RelativeTime.tsx';
import { useFrame } from '../../../state/frame.ts';
import { useLive } from '../../../state/live.ts';
import { amountText, BESIDE_FROM, EventWord, sizeText, VerificationWord } from './delivery-columns.tsx';
import styles from './inbox.module.css';

const t = texts.inbox.delivery;

/** With another `id` the previous delivery stays until the new one is loaded, so that nothing flickers as the arrow keys move on. */
export function DeliveryPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: answer, problem, asked } = useLive('inbox.open', { id }, ['inbox']);
  const data = problem && asked?.id !== id ? undefined : answer;
  const title = useRef<HTMLHeadingElement>(null);
  // The list keeps the focus. Below the list, the panel would start at the lower edge of the window.
  useEffect(() => {
    const isBelow = window.innerWidth < BESIDE_FROM;
    title.current?.closest('section')?.scrollIntoView({ block: isBelow ? 'start' : 'nearest' });
  }, []);
  useClosesOnEscape(onClose);
  return (
    <section className={styles.panel} aria-label={t.title}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} ref={title}>
          {t.title}
        </Title>
        <ActionIcon aria-label={t.close} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ProblemAlert title={t.notRead} problem={problem} />
      {data === undefined && !problem && <Skeleton height={200} />}
      {data === null && <Text size="sm">{t.gone}</Text>}
      {data && <Facts key={data.id} delivery={data} />}
    </section>
  );
}

export async function copyCurl(id: string): Promise<void> {
  const result = await call('inbox.copyCurl', { id });
  if (result.ok) notify('success', t.curlCopied);
  else notify('error', result.problem.message);
}

function Facts({ delivery }: { readonly delivery: Delivery }) {
  const { id, at, verification, size, answered, isBinary, cut, event, saleId, path } = delivery;
  return (
    <Stack gap={12}>
      <Group gap={12} fz="sm">
        <EventWord event={event} />
        <VerificationWord verification={verification} />
        <span>{exactTime(at)}</span>
        <span>{sizeText(size)}</span>
        <span>{t.answered({ status: answered })}</span>
        <span className={styles.path}>{path}</span>
      </Group>
      {event && <EventFacts event={event} />}
      {verification !== 'verified' && <Text size="sm">{texts.inbox.verification[verification].why}</Text>}
      {event === null && <Text size="sm">{isBinary ? t.notText : texts.inbox.events.unreadable.why}</Text>}
      {saleId !== null && (
        <Anchor size="sm" underline="always" href={`#/sales/${encodeURIComponent(saleId)}`}>
          {t.showSale}
        </Anchor>
      )}
      <CodeBlock text={delivery.pretty} whole={size < 4_000} />
      {cut && (
        <Text size="xs" c="dimmed">
          {t.cut}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTerminal size={16} aria-hidden />}
          onClick={() => void copyCurl(id)}
        >
          {t.copyCurl}
        </Button>
      </div>
    </Stack>
  );
}

/** A summary above the body, with only what the body contains. */
function EventFacts({ event }: { readonly event: DeliveryEvent }) {
  const { currencies } = useFrame().settings;
  const { product, amount, metadata } = event;
  return (
    <>
      {event.kind === 'unknown' && <Text size="sm">{texts.inbox.events.unknown.why}</Text>}
      {(product !== null || amount !== null || metadata.length > 0) && (
        <DataList labelWidth="96px" gap={4} className={styles.facts ?? ''}>
          {product !== null && <Fact label={t.product}>{product}</Fact>}
          {amount !== null && <Fact label={t.amount}>{amountText(event, currencies)}</Fact>}
          {metadata.length > 0 && (
            <Fact label={t.metadata}>
              {metadata.map(({ key, value }) => (
                <div key={key} dir="auto">
                  {t.entry({ key, value })}
                </div>
              ))}
            </Fact>
          )}
        </DataList>
      )}
    </>
  );
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <DataList.Item>
    <DataList.ItemLabel>{label}</DataList.ItemLabel>
    <DataList.ItemValue dir="auto">{children}</DataList.ItemValue>
  </DataList.Item>
);
