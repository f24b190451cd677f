// The practice store's panel: makes the store slow, failing or unreachable to show how the app reacts, and resets it.
import { Group, Select, Switch, Text } from '@mantine/core';
import { IconExternalLink, IconRoute, IconTrash } from '@tabler/icons-react';
import type { PracticeView, Troubles } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { setTour } from '../../app/tour/TourPanel.tsx';
import { call } from '../../bridge.ts';
import { ask } from '../../kit/dialogs.tsx';
import { notify, report } from '../../kit/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { useAskAgain } from '../../state/live.ts';
import { useOptimisticValue } from '../../state/optimistic.ts';
import { Section, Tool } from './Section.tsx';

const t = texts.practice;

const DELAYS = Array.from({ length: 11 }, (_, seconds) => ({
  value: String(seconds * 1_000),
  label: seconds === 0 ? t.noDelay : t.delayOf({ seconds }),
}));

const LOSSES = [
  { value: 'none', label: t.noLosses },
  ...[2, 3, 5, 10, 20].map((n) => ({ value: String(n), label: t.lossesOf({ calls: n }) })),
];

const ANSWERS = [
  { value: 'none', label: t.answers.none },
  { value: '401', label: t.answers[401] },
  { value: '429', label: t.answers[429] },
  { value: '500', label: t.answers[500] },
];

export function PracticeSection({ view }: { readonly view: PracticeView }) {
  const { troubles } = view;
  const { tour } = useFrame();
  const askAgain = useAskAgain('practice.get');
  const set = async (change: Partial<Troubles>) => {
    const isSet = await report(call('practice.setTroubles', change));
    if (isSet) void askAgain();
    return isSet;
  };
  const [unreachable, setUnreachable] = useOptimisticValue(troubles.unreachable, (on) => set({ unreachable: on }));
  const open = (url: string) => report(call('browser.open', { url }));

  return (
    <Section id="practice" title={texts.app.practiceStore} about={t.about}>
      <Group gap={16} align="flex-start">
        <Choice
          label={t.delay}
          data={DELAYS}
          value={String(troubles.delayMs)}
          onChoose={(value) => set({ delayMs: Number(value) })}
        />
        <Choice
          label={t.losses}
          data={LOSSES}
          value={troubles.loseOneIn === null ? 'none' : String(troubles.loseOneIn)}
          onChoose={(value) => set({ loseOneIn: numberOf(value) })}
        />
        <Choice
          label={t.answer}
          data={ANSWERS}
          value={troubles.answer === null ? 'none' : String(troubles.answer)}
          onChoose={(value) => set({ answer: numberOf(value) as Troubles['answer'] })}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t.lossesAbout}
      </Text>
      <Switch
        label={t.unreachable}
        checked={unreachable}
        onChange={(event) => setUnreachable(event.currentTarget.checked)}
      />
      <Text size="sm">
        {t.keeps({
          products: view.products,
          links: view.links,
          sales: view.sales,
          undelivered: view.undelivered,
        })}
      </Text>
      <Group gap={8}>
        {tour && (
          <Tool Icon={IconRoute} onClick={() => void setTour('on')}>
            {t.startTour}
          </Tool>
        )}
        <Tool Icon={IconExternalLink} disabled={troubles.unreachable} onClick={() => void open(view.productsUrl)}>
          {t.openProducts}
        </Tool>
        <Tool Icon={IconExternalLink} disabled={troubles.unreachable} onClick={() => void open(view.salesUrl)}>
          {t.openSales}
        </Tool>
        <Tool Icon={IconTrash} onClick={() => askToReset(view, askAgain)}>
          {t.reset}
        </Tool>
      </Group>
    </Section>
  );
}

const numberOf = (value: string): number | null => (value === 'none' ? null : Number(value));

function Choice(props: {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChoose: (value: string) => Promise<unknown>;
}) {
  return (
    <Select
      label={props.label}
      role="combobox"
      w={200}
      data={[...props.data]}
      allowDeselect={false}
      value={props.value}
      onChange={(value) => value !== null && void props.onChoose(value)}
    />
  );
}

function askToReset({ products, links, sales }: PracticeView, askAgain: () => Promise<void>): void {
  ask({
    title: t.reset,
    body: t.resetAbout({ products, links, sales }),
    confirm: t.reset,
    danger: true,
    act: async () => {
      const result = await call('practice.reset', undefined);
      if (result.ok) {
        void askAgain();
        notify('success', t.isReset);
      }
      return result;
    },
  });
}
