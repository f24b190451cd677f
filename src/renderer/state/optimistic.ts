// Optimistic updates for a control that saves on change: it shows the newest choice at once, ignores values of earlier ones,
// and reverts if saving fails.
import { useEffect, useState } from 'react';

/** The saved value arrives at most this many ms after the answer; never, if another change has reverted it. */
const TOLD_MS = 1_000;

/** `save` resolves to whether it succeeded. Returns the value to show and the change handler. */
export function useOptimisticValue<T extends string | boolean>(
  saved: T,
  save: (choice: T) => Promise<boolean>,
): readonly [value: T, choose: (choice: T) => void] {
  const [chosen, setChosen] = useState<{ readonly choice: T; readonly isSaved: boolean } | null>(null);
  useEffect(() => {
    // The saved value has arrived, so the control follows it again.
    if (chosen?.isSaved && chosen.choice === saved) setChosen(null);
  }, [chosen, saved]);
  const value = chosen?.choice ?? saved;
  const choose = (choice: T) => {
    if (choice === value) return;
    const mine = { choice, isSaved: false };
    const done = { choice, isSaved: true };
    setChosen(mine);
    void save(choice).then((isSaved) => {
      setChosen((newest) => (newest === mine ? (isSaved ? done : null) : newest));
      setTimeout(() => setChosen((newest) => (newest === done ? null : newest)), TOLD_MS);
    });
  };
  return [value, choose];
}
