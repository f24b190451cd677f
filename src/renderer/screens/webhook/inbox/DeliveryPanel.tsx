// The open delivery: its facts, and the documented shape (section 6).
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconCash, IconCheck, IconCircleX, IconFlask, IconKeyOff, IconQuestionMark } from '@tabler/icons-react';
import type { SyncState } from '../../../../shared/change.ts';
import type { Delivery, DeliveryRow, Verification } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { Details } from '../../../kit/details.tsx';
import { CodeBlock } from '../../../kit/parts.tsx';
import { StateWord } from '../../../kit/SyncBadge.tsx';
import { exactTime } from '../../../kit/values.tsx';
import { useLive } from '../../../state/live.ts';

const { delivery: t, events, verification: words } = texts.inbox;

/** A delivery without a key is not wrong, only unproven. */
const LOOKS: Readonly<Record<Verification, { readonly Icon: typeof IconCheck; readonly tone: SyncState }>> = {
  verified: { Icon: IconCheck, tone: 'synced' },
  wrong: { Icon: IconCircleX, tone: 'rejected' },
  missing: { Icon: IconKeyOff, tone: 'needs-review' },
  unknown: { Icon: IconQuestionMark, tone: 'needs-review' },
};

export function VerificationWord({ verification }: { readonly verification: Verification }) {
  const word = verification === 'verified' ? words.verified : texts.sales.states.unverified.word;
  return <StateWord {...LOOKS[verification]} word={word} />;
}

const WORDS = { ...events, sale: texts.sales.details.sale, unreadable: texts.sales.states.unreadable.word };
const KIND_ICONS = {
  sale: IconCash,
  test: IconFlask,
  unknown: IconQuestionMark,
  unreadable: IconQuestionMark,
} as const;

/** What the body of a delivery says it is. */
export function EventWord({ event }: Pick<DeliveryRow, 'event'>) {
  const kind = event?.kind ?? 'unreadable';
  return <StateWord Icon={KIND_ICONS[kind]} tone="waiting" word={WORDS[kind]} />;
}

export function DeliveryPanel({ id, close }: { readonly id: string; close(): void }) {
  const { data, problem } = useLive('inbox.open', { id }, ['inbox']);
  return (
    <Details label={t.title} record={data} problem={problem} heading={t.title} headingText={undefined} close={close}>
      {(delivery) => <Facts key={delivery.id} delivery={delivery} />}
    </Details>
  );
}

function Facts({ delivery }: { readonly delivery: Delivery }) {
  const { at, verification, size, answered, isBinary, cut, event, saleId, pretty } = delivery;
  return (
    <Stack gap={12}>
      <Group gap="4px 12px" fz="sm">
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
