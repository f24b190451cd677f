// "Undo" of the notes, in the order of what they undo. Its keys take the newest, also while that note waits for room.

interface Offer {
  take(): void;
}

let offers: readonly Offer[] = [];

/** Until `ends` is aborted. */
export function offerUndo(take: () => void, ends: AbortSignal): void {
  const offer = { take };
  offers = [...offers, offer];
  ends.addEventListener('abort', () => {
    offers = offers.filter((other) => other !== offer);
  });
}

export const undoNewest = (): void => offers.at(-1)?.take();
