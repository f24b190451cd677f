// The tour of the practice store, beside the real screens: what to do next, and the way there. It takes its own room above
// the screen, so that it never lies over the control it speaks of.
import { Button, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconRoute } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { StoreView } from '../../../shared/session.ts';
import { currentTourStep, TOUR_STEPS, type Tour } from '../../../shared/tour.ts';
import { go } from '../../state/route.ts';
import { setTour } from './set-tour.ts';
import { wordsOf } from './steps.ts';
import styles from './tour.module.css';

export function TourPanel({ tour, store }: { readonly tour: Tour; readonly store: StoreView }) {
  const panel = useRef<HTMLElement>(null);
  const step = currentTourStep(tour);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has other buttons, and the one pressed is gone
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.querySelector('button')?.focus();
  }, [tour.state]);
  return (
    <section ref={panel} className={styles.panel} aria-label="Tour">
      <IconRoute size={18} aria-hidden className={styles.icon} />
      {tour.state === 'offered' ? (
        <Lines title="New here? Take the tour">
          Five steps with the practice store: from the first product to the webhook. You can leave it at any time.
        </Lines>
      ) : step === null ? (
        <Lines title="That was the tour">
          You have seen the whole way. With "Add another store" you sign in to your own; the practice store stays here
          to try things out.
        </Lines>
      ) : (
        <Lines
          title={`Step ${TOUR_STEPS.indexOf(step) + 1} of ${TOUR_STEPS.length}: ${wordsOf(step, tour, store).title}`}
        >
          {wordsOf(step, tour, store).todo}
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
            Start the tour
          </Button>
        )}
        {tour.state === 'on' && step !== null && (
          <Button
            variant="default"
            onClick={() => {
              const { to, controls } = wordsOf(step, tour, store);
              show(to, controls);
            }}
          >
            Show me
          </Button>
        )}
        {tour.state === 'on' && step === null && (
          <Button variant="default" onClick={() => go('#/add-store')}>
            Add another store
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={() => void setTour('left')}>
          {tour.state === 'offered' ? 'Not now' : step === null ? 'Close the tour' : 'Leave the tour'}
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
