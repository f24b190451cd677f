// The tour of the practice store, beside the real screens: what to do next, and the way there. It takes its own room above
// the screen, so that it never covers the control that it mentions.
import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconCircleCheck, IconCircleDashed, IconRoute } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { currentTourStep, TOUR_STEPS, type Tour, type TourStep } from '../../../shared/tour.ts';
import { notify } from '../../components/notify.tsx';
import { go, useRoute } from '../../state/route.ts';
import { setTour } from './set-tour.ts';
import { showControl } from './show-control.ts';
import styles from './tour.module.css';

const t = texts.tour;

const { product, link, share, webhook, offline } = t.steps;
/** The longest text that the panel shows. */
const LONGEST = [
  t.whatItIs,
  t.whatNext,
  ...[product, link, share, webhook].map(({ todo }) => todo),
  webhook.switchOff,
  offline.switchOn,
  offline.makeLink,
  offline.waits,
  offline.isSent,
].reduce((longest, text) => (text.length > longest.length ? text : longest));

export function TourPanel({ tour, store }: { readonly tour: Tour; readonly store: StoreView }) {
  const panel = useRef<HTMLElement>(null);
  const step = currentTourStep(tour);
  /** The name of the control that has the ring; empty while none has. */
  const [marked, setMarked] = useState('');
  const isVeryLow = useMediaQuery('(max-height: 480px)', undefined, { getInitialValueInEffect: false });
  const isRatherLow = useMediaQuery('(max-height: 700px)', undefined, { getInitialValueInEffect: false });
  // An import has much above its rows.
  const isImport = useRoute().screen === 'import';
  const isLow = isVeryLow || (isRatherLow && isImport);
  const [isOpened, setOpened] = useState(false);
  const isLine = isLow && !isOpened;
  const Chevron = isLine ? IconChevronDown : IconChevronUp;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has other buttons, and the one pressed is gone
  useEffect(() => {
    const active = document.activeElement;
    const isHere = active === document.body || panel.current?.contains(active);
    if (isHere) panel.current?.querySelector('button')?.focus();
  }, [tour.state]);
  return (
    <section ref={panel} className={styles.panel} data-line={isLine || undefined} aria-label={t.label}>
      <IconRoute size={18} aria-hidden className={styles.icon} />
      {tour.state === 'offered' ? (
        <Lines title={t.newHere}>{!isLine && t.whatItIs}</Lines>
      ) : step === null ? (
        <Lines title={t.over}>{!isLine && t.whatNext}</Lines>
      ) : (
        <Lines
          title={t.step({
            at: TOUR_STEPS.indexOf(step) + 1,
            of: TOUR_STEPS.length,
            title: stepOf(step, tour, store).title,
          })}
        >
          {!isLine && stepOf(step, tour, store).todo}
        </Lines>
      )}
      {tour.state === 'on' && (
        <div className={styles.dots} aria-hidden>
          {TOUR_STEPS.map((each) =>
            tour.done.includes(each) ? (
              <IconCircleCheck key={each} size={14} />
            ) : (
              <IconCircleDashed key={each} size={14} />
            ),
          )}
        </div>
      )}
      <VisuallyHidden aria-live="polite">{marked === '' ? '' : t.marked({ control: marked })}</VisuallyHidden>
      <div className={styles.buttons}>
        {tour.state === 'offered' && (
          <Button variant="default" onClick={() => void setTour('on')}>
            {t.start}
          </Button>
        )}
        {tour.state === 'on' && step !== null && (
          <Button
            variant="default"
            onClick={() => {
              const { to, controls } = stepOf(step, tour, store);
              showControl(to, controls, {
                found: (name) => setMarked(name),
                ended: (wasFound) => {
                  setMarked('');
                  if (!wasFound) notify('information', t.notThere);
                },
              });
            }}
          >
            {t.showMe}
          </Button>
        )}
        {tour.state === 'on' && step === null && (
          <Button variant="default" onClick={() => go('#/add-store')}>
            {texts.app.store.addAnother}
          </Button>
        )}
        {!isLine && (
          <Button variant="subtle" color="gray" onClick={() => void setTour('left')}>
            {tour.state === 'offered' ? t.notNow : step === null ? t.close : t.leave}
          </Button>
        )}
        {isLow && (
          <ActionIcon
            size={32}
            aria-label={isLine ? t.showStep : t.hideStep}
            title={isLine ? t.showStep : t.hideStep}
            aria-expanded={!isLine}
            onClick={() => setOpened(isLine)}
          >
            <Chevron size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </section>
  );
}

function Lines({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.lines} role="status">
      <Text size="sm" fw={600} className={styles.step ?? ''} title={children ? undefined : title}>
        {title}
      </Text>
      {children && (
        <div className={styles.todo} data-longest={LONGEST}>
          <Text size="sm">{children}</Text>
        </div>
      )}
    </div>
  );
}

interface Step {
  readonly title: string;
  /** What to do. */
  readonly todo: string;
  /** The screen for it; null if its control is on every screen. */
  readonly to: string | null;
  /** Its control, by its `data-tour`; the first of them that is there. */
  readonly controls: readonly string[];
}

const STEPS: Readonly<Record<Exclude<TourStep, 'offline'>, Step>> = {
  product: {
    ...texts.tour.steps.product,
    to: '#/products',
    controls: ['new-product'],
  },
  link: {
    ...texts.tour.steps.link,
    to: '#/links',
    controls: ['new-link'],
  },
  share: {
    ...texts.tour.steps.share,
    to: '#/links',
    controls: ['copy-link', 'link-menu'],
  },
  webhook: {
    ...texts.tour.steps.webhook,
    to: '#/webhook',
    controls: ['webhook-next'],
  },
};

/** A step in the current state of the store. */
function stepOf(step: TourStep, { sawWaiting }: Tour, { workOffline }: StoreView): Step {
  const onSwitch = { to: null, controls: ['work-offline'] };
  if (step === 'webhook' && workOffline)
    return { ...onSwitch, ...texts.tour.steps.webhook, todo: texts.tour.steps.webhook.switchOff };
  if (step !== 'offline') return STEPS[step];
  const { title } = texts.tour.steps.offline;
  if (sawWaiting) {
    return workOffline
      ? { title, ...onSwitch, todo: texts.tour.steps.offline.waits }
      : { title, to: null, controls: ['sync'], todo: texts.tour.steps.offline.isSent };
  }
  if (!workOffline) return { title, ...onSwitch, todo: texts.tour.steps.offline.switchOn };
  return {
    title,
    todo: texts.tour.steps.offline.makeLink,
    to: '#/links',
    controls: ['new-link'],
  };
}
