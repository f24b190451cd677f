// The practice store panel: makes it slow, failing or unreachable to show how the app reacts, and resets it.
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { IconExternalLink, IconKeyOff, IconRotate, IconRoute, IconTrash } from '@tabler/icons-react';
import { NO_TROUBLES, type PracticeView, type Troubles } from '../../../shared/practice.ts';
import { texts } from '../../../shared/texts/window.ts';
import { setTour } from '../../app/tour/set-tour.ts';
import { call, type Result } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { ask } from '../../state/dialogs.ts';
import { useFrame } from '../../state/frame.ts';
import { setPractice, usePractice } from '../../state/practice.ts';
import { Section } from './Section.tsx';

const words = texts.practice;

const DELAYS = Array.from({ length: 11 }, (_, seconds) => ({
  value: String(seconds * 1_000),
  label: seconds === 0 ? words.noDelay : words.delayOf({ seconds }),
}));

const LOSSES = [
  { value: 'none', label: words.noLosses },
  ...[2, 3, 5, 10, 20].map((n) => ({ value: String(n), label: words.lossesOf({ calls: n }) })),
];

const ANSWERS = [
  { value: 'none', label: words.answers.none },
  { value: '401', label: words.answers[401] },
  { value: '429', label: words.answers[429] },
  { value: '500', label: words.answers[500] },
];

/** Renders nothing while the practice store does not run. */
export function PracticeSection() {
  const view = usePractice();
  return view ? <Panel view={view} /> : null;
}

function Panel({ view }: { readonly view: PracticeView }) {
  const { troubles } = view;
  const { tour } = useFrame();
  const isWell = Object.entries(NO_TROUBLES).every(([name, value]) => troubles[name as keyof Troubles] === value);
  const take = (result: Result<PracticeView>, said: string) => {
    if (result.ok) setPractice(result.value);
    toast(result.ok ? 'success' : 'error', result.ok ? said : result.problem.message);
  };
  const set = async (change: Partial<Troubles>, said: string) =>
    take(await call('practice.setTroubles', { ...troubles, ...change }), said);
  const expire = async () => take(await call('practice.expireTokens', undefined), words.tokensExpired);
  const open = async (url: string) => {
    const result = await call('browser.open', { url });
    if (!result.ok) toast('error', result.problem.message);
  };

  return (
    <Section title={words.title} about={words.about}>
      <Stack gap={16}>
        <Group gap={16} align="flex-start">
          <Choice
            label={words.delay}
            data={DELAYS}
            value={String(troubles.delayMs)}
            onChoose={(value) => set({ delayMs: Number(value) }, delaySet(Number(value)))}
          />
          <Choice
            label={words.losses}
            data={LOSSES}
            value={troubles.loseOneIn === null ? 'none' : String(troubles.loseOneIn)}
            onChoose={(value) => set({ loseOneIn: numberOf(value) }, lossesSet(numberOf(value)))}
          />
          <Choice
            label={words.answer}
            data={ANSWERS}
            value={troubles.answer === null ? 'none' : String(troubles.answer)}
            onChoose={(value) => {
              const answer = numberOf(value) as Troubles['answer'];
              return set({ answer }, words.answerSet[answer ?? 'none']);
            }}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {words.lossesAbout}
        </Text>
        <Switch
          label={words.unreachable}
          checked={troubles.unreachable}
          onChange={(event) => {
            const unreachable = event.currentTarget.checked;
            void set({ unreachable }, unreachable ? words.isUnreachable : words.isBack);
          }}
        />
        <Group gap={8}>
          <Button
            variant="default"
            leftSection={<IconRotate size={16} aria-hidden />}
            disabled={isWell}
            onClick={() => void set(NO_TROUBLES, words.behavesWell)}
          >
            {words.behaveWell}
          </Button>
          <Button variant="default" leftSection={<IconKeyOff size={16} aria-hidden />} onClick={() => void expire()}>
            {words.expireTokens}
          </Button>
        </Group>
        <Text size="sm">
          {words.keeps({
            products: view.products,
            links: view.links,
            sales: view.sales,
            undelivered: view.undelivered,
          })}
        </Text>
        <Group gap={8}>
          {tour && (
            <Button
              variant="default"
              leftSection={<IconRoute size={16} aria-hidden />}
              onClick={() => void setTour('on')}
            >
              {tour.state === 'on' ? words.startTourAgain : words.startTour}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
            disabled={troubles.unreachable}
            onClick={() => void open(view.productsUrl)}
          >
            {words.openProducts}
          </Button>
          <Button
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
            disabled={troubles.unreachable}
            onClick={() => void open(view.salesUrl)}
          >
            {words.openSales}
          </Button>
          <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => askToReset(view)}>
            {words.reset}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

const numberOf = (value: string): number | null => (value === 'none' ? null : Number(value));

const delaySet = (ms: number): string => (ms === 0 ? words.noDelaySet : words.delaySet({ seconds: ms / 1_000 }));
const lossesSet = (calls: number | null): string => (calls === null ? words.noLossesSet : words.lossesSet({ calls }));

function Choice(props: {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChoose: (value: string) => Promise<void>;
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

function askToReset({ products, links, sales }: PracticeView): void {
  ask({
    title: words.reset,
    body: words.resetAbout({ products, links, sales }),
    confirm: words.reset,
    danger: true,
    act: async () => {
      const result = await call('practice.reset', undefined);
      if (result.ok) {
        setPractice(result.value);
        toast('success', words.isReset);
      }
      return result;
    },
    failed: words.notReset,
  });
}
