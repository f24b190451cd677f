// The tour of the practice store, above the real screens: what to do next, and the way there.
import { Box, Button, Group, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { TOUR_STEPS, type Tour, type TourStep } from '../../../shared/contract/app.ts';
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify, report } from '../../kit/notify.tsx';
import { go } from '../../state/route.ts';
import { showControl } from './show-control.ts';
import styles from './tour.module.css';

const t = texts.tour;

/** Starts the tour from its first step, or ends it. */
export const setTour = (state: 'on' | 'left'): Promise<boolean> => report(call('tour.set', { state }));

export function TourPanel({ tour, store }: { readonly tour: Tour; readonly store: StoreView }) {
  const panel = useRef<HTMLElement>(null);
  const next = TOUR_STEPS.find((one) => !tour.done.includes(one)) ?? null;
  // The change that waits is sent before the tour goes on.
  const current = next === 'webhook' && store.workOffline ? 'offline' : next;
  const step = current === null ? null : stepOf(current, tour, store);
  const isOffered = tour.state === 'offered';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has other buttons, and the one pressed is gone
  useEffect(() => {
    const active = document.activeElement;
    if (active === document.body || panel.current?.contains(active)) panel.current?.querySelector('button')?.focus();
  }, [tour.state]);
  const title =
    current === null || step === null
      ? t.over
      : t.step({ at: TOUR_STEPS.indexOf(current) + 1, of: TOUR_STEPS.length, title: step.title });
  return (
    <section ref={panel} className={styles.panel} aria-label={t.label}>
      <IconRoute size={18} aria-hidden />
      <Box flex="1 1 280px" role="status">
        <Text size="sm" fw={600}>
          {isOffered ? t.newHere : title}
        </Text>
        <Text size="sm">{isOffered ? t.whatItIs : (step?.todo ?? t.whatNext)}</Text>
      </Box>
      <Group gap={4}>
        {isOffered && (
          <Button variant="default" onClick={() => void setTour('on')}>
            {texts.practice.startTour}
          </Button>
        )}
        {tour.state === 'on' &&
          (step ? (
            <Button
              variant="default"
              onClick={() => showControl(step.to, step.controls, () => notify('information', t.notThere))}
            >
              {t.showMe}
            </Button>
          ) : (
            <Button variant="default" onClick={() => go('#/add-store')}>
              {texts.app.store.addAnother}
            </Button>
          ))}
        <Button variant="subtle" color="gray" onClick={() => void setTour('left')}>
          {isOffered ? t.notNow : step ? t.leave : t.close}
        </Button>
      </Group>
    </section>
  );
}

interface Step {
  readonly title: string;
  readonly todo: string;
  /** The screen with its control; null if every screen has it. */
  readonly to: string | null;
  /** Values of `data-tour`; the first one that is on the screen names the control. */
  readonly controls: readonly string[];
}

const { steps } = t;

/** In the order of what is still to do: each is on the screen only while it is. */
const WEBHOOK_CONTROLS = ['inbox-start', 'webhook-save', 'webhook-test', 'inbox-address'];

function stepOf(step: TourStep, { done }: Tour, { workOffline }: StoreView): Step {
  switch (step) {
    case 'product':
      return { ...steps.product, to: '#/products', controls: ['new-product'] };
    case 'link':
      return { ...steps.link, to: '#/links', controls: ['new-link'] };
    case 'share':
      return { ...steps.share, to: '#/links', controls: ['copy-link', 'link-menu'] };
    case 'webhook':
      return { ...steps.webhook, to: '#/webhook', controls: WEBHOOK_CONTROLS };
    case 'sale':
      return { ...steps.sale, to: '#/links', controls: ['link-menu'] };
    case 'offline': {
      const { title, switchOn, makeLink, waits } = steps.offline;
      const isWaiting = done.includes('offline');
      if (workOffline && !isWaiting) return { title, todo: makeLink, to: '#/links', controls: ['new-link'] };
      return { title, todo: isWaiting ? waits : switchOn, to: null, controls: ['work-offline'] };
    }
  }
}
