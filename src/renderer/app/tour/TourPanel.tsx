// The tour of the practice store, beside the real screens: what to do next, and the way there. It takes its own room above
// the screen, so that it never lies over the control it speaks of.
import { Button, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconRoute } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { currentTourStep, TOUR_STEPS, type Tour } from '../../../shared/tour.ts';
import { go } from '../../state/route.ts';
import { setTour } from './set-tour.ts';
import { stepOf } from './steps.ts';
import styles from './tour.module.css';

const words = texts.tour;

export function TourPanel({ tour, store }: { readonly tour: Tour; readonly store: StoreView }) {
  const panel = useRef<HTMLElement>(null);
  const step = currentTourStep(tour);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has other buttons, and the one pressed is gone
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.querySelector('button')?.focus();
  }, [tour.state]);
  return (
    <section ref={panel} className={styles.panel} aria-label={words.label}>
      <IconRoute size={18} aria-hidden className={styles.icon} />
      {tour.state === 'offered' ? (
        <Lines title={words.newHere}>{words.whatItIs}</Lines>
      ) : step === null ? (
        <Lines title={words.over}>{words.whatNext}</Lines>
      ) : (
        <Lines title={words.step(TOUR_STEPS.indexOf(step) + 1, TOUR_STEPS.length, stepOf(step, tour, store).title)}>
          {stepOf(step, tour, store).todo}
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
      <div className={styles.buttons}>
        {tour.state === 'offered' && (
          <Button variant="default" onClick={() => void setTour('on')}>
            {words.start}
          </Button>
        )}
        {tour.state === 'on' && step !== null && (
          <Button
            variant="default"
            onClick={() => {
              const { to, controls } = stepOf(step, tour, store);
              show(to, controls);
            }}
          >
            {words.showMe}
          </Button>
        )}
        {tour.state === 'on' && step === null && (
          <Button variant="default" onClick={() => go('#/add-store')}>
            {texts.app.store.addAnother}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={() => void setTour('left')}>
          {tour.state === 'offered' ? words.notNow : step === null ? words.close : words.leave}
        </Button>
      </div>
    </section>
  );
}

function Lines({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.lines} role="status">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm">{children}</Text>
    </div>
  );
}

/** How long a control may take to be drawn after the screen was changed, in ms. */
const APPEARS_MS = 2_000;
/** How long a screen may take until its parts stay where they are, in ms. */
const SETTLES_MS = 700;

/** Goes to the screen and puts the keyboard on the control, when it is there. */
function show(to: string | null, controls: readonly string[]): void {
  if (to !== null) go(to);
  const until = performance.now() + APPEARS_MS;
  const look = () => {
    const there = controls
      .map((name) => document.querySelector<HTMLElement>(`[data-tour="${name}"]`))
      .find((element) => element !== null);
    if (there) {
      there.focus({ preventScroll: true });
      keepInView(there);
    } else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A screen that was just opened still grows as its data comes in: the control must not be pushed out of sight. */
function keepInView(control: HTMLElement): void {
  const until = performance.now() + SETTLES_MS;
  const look = () => {
    if (document.activeElement !== control || performance.now() > until) return;
    control.scrollIntoView({ block: 'nearest' });
    requestAnimationFrame(look);
  };
  look();
}
