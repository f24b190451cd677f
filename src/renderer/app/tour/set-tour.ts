// Starts the tour of the practice store from its first step, or ends it.
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';

export async function setTour(state: 'on' | 'left'): Promise<void> {
  const answer = await call('tour.set', { state });
  if (!answer.ok) notify('error', answer.problem.message);
  else if (state === 'left') notify('information', texts.tour.startsAgain);
}
