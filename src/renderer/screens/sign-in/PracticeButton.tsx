// "Open the practice store", and the reset of one that is set to misbehave.
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { NO_TROUBLES } from '../../../shared/practice.ts';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { WorkButton } from '../../components/parts.tsx';
import { setPractice } from '../../state/practice.ts';

interface PracticeButtonProps {
  onOpened?(): void;
  readonly primary?: boolean;
  /** The practice store is set to misbehave, so it is reset first. */
  readonly resets?: boolean;
}

export function PracticeButton({ onOpened, primary, resets = false }: PracticeButtonProps) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const reset = resets ? await call('practice.setTroubles', NO_TROUBLES) : null;
    if (reset?.ok) setPractice(reset.value);
    const answer = reset?.ok === false ? reset : await call('session.openPracticeStore', undefined);
    setBusy(false);
    if (answer.ok) onOpened?.();
    else notify('error', sentences(texts.signIn.practice.notOpened, answer.problem.message));
  };
  return (
    <WorkButton
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconFlask size={16} aria-hidden />}
      busy={busy}
      onClick={() => void open()}
    >
      {resets ? texts.practice.behaveWell : texts.signIn.practice.open}
    </WorkButton>
  );
}
