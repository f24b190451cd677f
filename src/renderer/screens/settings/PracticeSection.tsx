// The practice store's panel: makes it slow, failing or unreachable, to see what the app does then, and resets it.
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { IconExternalLink, IconKeyOff, IconRotate, IconRoute, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { NO_TROUBLES, type PracticeView, type Troubles } from '../../../shared/practice.ts';
import { setTour } from '../../app/tour/set-tour.ts';
import { call, type Result } from '../../bridge.ts';
import { ask } from '../../components/confirm.tsx';
import { toast } from '../../components/toast.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import { Section } from './Section.tsx';

const DELAYS = Array.from({ length: 11 }, (_, seconds) => ({
  value: String(seconds * 1_000),
  label: seconds === 0 ? 'At once' : seconds === 1 ? 'After 1 second' : `After ${seconds} seconds`,
}));

const LOSSES = [
  { value: 'none', label: 'None' },
  ...[2, 3, 5, 10, 20].map((n) => ({ value: String(n), label: `One answer in ${n}` })),
];

const ANSWERS = [
  { value: 'none', label: 'What it should' },
  { value: '401', label: '401 (sign in again)' },
  { value: '429', label: '429 (too many requests)' },
  { value: '500', label: '500 (service failed)' },
];

/** Shows nothing while the practice store does not run. */
export function PracticeSection() {
  const { data } = useLive('practice.get', undefined, ['products', 'links', 'actions', 'inbox']);
  /** What the last click was answered with, until newer figures come by themselves. */
  const [answered, setAnswered] = useState<PracticeView | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever comes next is newer than the answer
  useEffect(() => setAnswered(null), [data]);
  const view = answered ?? data;
  if (!view) return null;
  return <Panel view={view} onAnswer={setAnswered} />;
}

interface PanelProps {
  readonly view: PracticeView;
  readonly onAnswer: (view: PracticeView) => void;
}

function Panel({ view, onAnswer }: PanelProps) {
  const { troubles } = view;
  const { tour } = useFrame();
  const isWell = Object.entries(NO_TROUBLES).every(([name, value]) => troubles[name as keyof Troubles] === value);
  const take = (result: Result<PracticeView>, words: string) => {
    if (result.ok) onAnswer(result.value);
    toast(result.ok ? 'success' : 'error', result.ok ? words : result.problem.message);
  };
  const set = async (change: Partial<Troubles>, words: string) =>
    take(await call('practice.setTroubles', { ...troubles, ...change }), words);
  const expire = async () =>
    take(await call('practice.expireTokens', undefined), 'Tokens expired: the next call asks for a new sign-in');
  const openSales = async () => {
    const result = await call('browser.open', { url: view.salesUrl });
    if (!result.ok) toast('error', result.problem.message);
  };

  return (
    <Section
      title="Practice store"
      about="Make the practice store misbehave, and watch what the outbox does. It behaves well again after a restart; what it keeps stays until you reset it."
    >
      <Stack gap={16}>
        <Group gap={16} align="flex-start">
          <Choice
            label="Answers"
            data={DELAYS}
            value={String(troubles.delayMs)}
            onChoose={(value, words) => set({ delayMs: Number(value) }, `The practice store answers ${words}`)}
          />
          <Choice
            label="Lost answers"
            data={LOSSES}
            value={troubles.loseOneIn === null ? 'none' : String(troubles.loseOneIn)}
            onChoose={(value, words) => set({ loseOneIn: numberOf(value) }, `Lost answers: ${words}`)}
          />
          <Choice
            label="Answers every call with"
            data={ANSWERS}
            value={troubles.answer === null ? 'none' : String(troubles.answer)}
            onChoose={(value, words) =>
              set({ answer: numberOf(value) as Troubles['answer'] }, `The practice store answers with ${words}`)
            }
          />
        </Group>
        <Text size="xs" c="dimmed">
          A lost answer: the call is carried out, and the connection cut before the answer is there. Sign-in is spared
          from lost and wrong answers.
        </Text>
        <Switch
          label="Unreachable"
          checked={troubles.unreachable}
          onChange={(event) => {
            const unreachable = event.currentTarget.checked;
            void set({ unreachable }, unreachable ? 'The practice store is unreachable' : 'The practice store is back');
          }}
        />
        <Group gap={8}>
          <Button
            variant="default"
            leftSection={<IconRotate size={16} aria-hidden />}
            disabled={isWell}
            onClick={() => void set(NO_TROUBLES, 'The practice store behaves well again')}
          >
            Behave well again
          </Button>
          <Button variant="default" leftSection={<IconKeyOff size={16} aria-hidden />} onClick={() => void expire()}>
            Expire tokens
          </Button>
        </Group>
        <Text size="sm">
          It keeps {count(view.products, 'product')}, {count(view.links, 'payment link')} and{' '}
          {count(view.sales, 'sale')}
          {view.undelivered > 0 && `; the event of ${count(view.undelivered, 'sale')} has not arrived`}.
        </Text>
        <Group gap={8}>
          {tour && (
            <Button
              variant="default"
              leftSection={<IconRoute size={16} aria-hidden />}
              onClick={() => void setTour('on')}
            >
              {tour.state === 'on' ? 'Start the tour again' : 'Start the tour'}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
            disabled={troubles.unreachable}
            onClick={() => void openSales()}
          >
            Open sales list
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => askToReset(view, onAnswer)}
          >
            Reset practice store
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}

const numberOf = (value: string): number | null => (value === 'none' ? null : Number(value));

function Choice(props: {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  /** Gets the words of what was chosen too. */
  readonly onChoose: (value: string, words: string) => Promise<void>;
}) {
  return (
    <Select
      label={props.label}
      role="combobox"
      w={200}
      data={[...props.data]}
      allowDeselect={false}
      value={props.value}
      onChange={(value, option) => value !== null && void props.onChoose(value, option?.label.toLowerCase() ?? value)}
    />
  );
}

const count = (number: number, what: string): string => `${number.toLocaleString()} ${what}${number === 1 ? '' : 's'}`;

function askToReset({ products, links, sales }: PracticeView, onAnswer: (view: PracticeView) => void): void {
  ask({
    title: 'Reset practice store',
    body: `This deletes what the practice store keeps: ${count(products, 'product')}, ${count(links, 'payment link')}, ${count(sales, 'sale')} and its webhook settings. Its checkout pages stop working. What this app lists stays in its lists, but leads nowhere any more; sign out and forget the practice store to empty those too. Your real stores are not touched.`,
    confirm: 'Reset practice store',
    danger: true,
    act: async () => {
      const result = await call('practice.reset', undefined);
      if (result.ok) {
        onAnswer(result.value);
        toast('success', 'Practice store reset');
      }
      return result;
    },
    failed: 'The practice store was not reset',
  });
}
