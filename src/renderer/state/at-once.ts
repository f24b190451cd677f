// Optimistic updates for a control that saves on change: it shows the choice at once, and reverts when saving fails.
import { useEffect, useState } from 'react';

/** The saved value arrives within this many ms of the answer, or never when the choice was reverted meanwhile. */
const TOLD_MS = 1_000;

/** `save` resolves with whether it succeeded. Returns the value to show and the change handler. */
export function useAtOnce<T extends string | boolean>(
  saved: T,
  save: (choice: T) => Promise<boolean>,
): readonly [shown: T, choose: (choice: T) => void] {
  const [chosen, setChosen] = useState<{ readonly choice: T } | null>(null);
  useEffect(() => {
    // The saved value has caught up; the control follows it again.
    setChosen((newest) => (newest?.choice === saved ? null : newest));
  }, [saved]);
  const shown = chosen?.choice ?? saved;
  const choose = (choice: T) => {
    if (choice === shown) return;
    const mine = { choice };
    const follow = () => setChosen((newest) => (newest === mine ? null : newest));
    setChosen(mine);
    void save(choice).then((kept) => (kept ? setTimeout(follow, TOLD_MS) : follow()));
  };
  return [shown, choose];
}
