// The open delivery: what it says, and the documented shape (section 6).
import { ActionIcon, Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCash, IconCheck, IconCircleX, IconFlask, IconKeyOff, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { SyncState } from '../../../../shared/change.ts';
import type { Delivery, DeliveryRow, Verification } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { useClosesOnEscape } from '../../../kit/details.tsx';
import { CodeBlock, ProblemAlert } from '../../../kit/parts.tsx';
import { StateWord } from '../../../kit/SyncBadge.tsx';
import { exactTime } from '../../../kit/values.tsx';
import { useLive } from '../../../state/live.ts';
import styles from './inbox.module.css';

const { delivery: t, events, verification: words } = texts.inbox;

/** Without a key a delivery is not wrong, only unproven. */
const LOOKS: Readonly<Record<Verification, { readonly Icon: typeof IconCheck; readonly tone: SyncState }>> = {
  verified: { Icon: IconCheck, tone: 'synced' },
  wrong: { Icon: IconCircleX, tone: 'rejected' },
  missing: { Icon: IconKeyOff, tone: 'needs-review' },
  unknown: { Icon: IconQuestionMark, tone: 'needs-review' },
};

export function VerificationWord({ verification }: { readonly verification: Verification }) {
  const { Icon, tone } = LOOKS[verification];
  return (
    <StateWord tone={tone} icon={<Icon size={15} aria-hidden />}>
      {verification === 'verified' ? words.verified : texts.sales.states.unverified.word}
    </StateWord>
  );
}

const WORDS = { ...events, sale: texts.sales.details.sale, unreadable: texts.sales.states.unreadable.word };
const KIND_ICONS = {
  sale: IconCash,
  test: IconFlask,
  unknown: IconQuestionMark,
  unreadable: IconQuestionMark,
} as const;

/** What a delivery is, by its body. */
export function EventWord({ event }: Pick<DeliveryRow, 'event'>) {
  const kind = event?.kind ?? 'unreadable';
  const Icon = KIND_ICONS[kind];
  return (
    <StateWord tone="waiting" icon={<Icon size={15} aria-hidden />}>
      {WORDS[kind]}
    </StateWord>
  );
}

/** With another `id` the previous delivery stays until the new one is loaded, so that nothing flickers as the arrow keys move on. */
export function DeliveryPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: answer, problem, asked } = useLive('inbox.open', { id }, ['inbox']);
  const data = problem && asked?.id !== id ? undefined : answer;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  useClosesOnEscape(onClose);
  return (
    <section className={styles.panel} aria-label={t.title}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} ref={title}>
          {t.title}
        </Title>
        <ActionIcon aria-label={t.close} title={t.close} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ProblemAlert problem={problem} />
      {data === undefined && !problem && <Skeleton height={200} />}
      {data === null && <Text size="sm">{t.gone}</Text>}
      {data && <Facts key={data.id} delivery={data} />}
    </section>
  );
}

function Facts({ delivery }: { readonly delivery: Delivery }) {
  const { at, verification, size, answered, isBinary, cut, event, saleId, pretty } = delivery;
  return (
    <Stack gap={12}>
      <Group gap={12} fz="sm">
        <EventWord event={event} />
        <VerificationWord verification={verification} />
        <span>{exactTime(at)}</span>
        <span>{t.answered({ status: answered })}</span>
      </Group>
      {verification !== 'verified' && <Text size="sm">{words.why[verification]}</Text>}
      {event === null && <Text size="sm">{isBinary ? t.notText : t.notReadable}</Text>}
      {saleId !== null && (
        <Anchor size="sm" underline="always" href={`#/sales/${encodeURIComponent(saleId)}`}>
          {t.showSale}
        </Anchor>
      )}
      <CodeBlock text={pretty} whole={size < 4_000} />
      {cut && (
        <Text size="xs" c="dimmed">
          {t.cut}
        </Text>
      )}
    </Stack>
  );
}
