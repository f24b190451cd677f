// A control that is saved as soon as it is changed: it shows the choice at once, and goes back when saving failed.
import { useEffect, useState } from 'react';

/** `save` tells whether the choice was kept. Returns what to show and what to call when it is changed. */
export function useAtOnce<T extends string | boolean>(
  saved: T,
  save: (choice: T) => Promise<boolean>,
): readonly [shown: T, choose: (choice: T) => void] {
  const [chosen, setChosen] = useState<T | null>(null);
  useEffect(() => {
    // What is saved has caught up with the choice; from here on the control follows it again.
    setChosen((choice) => (choice === saved ? null : choice));
  }, [saved]);
  const choose = (choice: T) => {
    if (choice === (chosen ?? saved)) return;
    setChosen(choice);
    void save(choice).then((kept) => {
      if (!kept) setChosen((newest) => (newest === choice ? null : newest));
    });
  };
  return [chosen ?? saved, choose];
}
