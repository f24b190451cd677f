// Starts the tour of the practice store from its first step, or ends it.
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';

export async function setTour(state: 'on' | 'left'): Promise<void> {
  const answer = await call('tour.set', { state });
  if (!answer.ok) toast('error', answer.problem.message);
  else if (state === 'left') toast('information', texts.tour.startsAgain);
}
