// A control that is saved as soon as it is changed: it shows the choice at once, and goes back when saving failed.
import { useEffect, useState } from 'react';

/** What is saved is told within this many ms of the answer. A choice that was taken back meanwhile is never told of. */
const TOLD_MS = 1_000;

/** `save` tells whether the choice was kept. Returns what to show and what to call when it is changed. */
export function useAtOnce<T extends string | boolean>(
  saved: T,
  save: (choice: T) => Promise<boolean>,
): readonly [shown: T, choose: (choice: T) => void] {
  const [chosen, setChosen] = useState<{ readonly choice: T } | null>(null);
  useEffect(() => {
    // What is saved has caught up with the choice; from here on the control follows it again.
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
