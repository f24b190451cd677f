// Whether the list of waiting changes is on screen, where it says itself which of them need the seller.
let isShown = false;
let onShown = () => {};

export const isWaitingListShown = (): boolean => isShown;

/** `shown` is called whenever the list appears. */
export function onWaitingListShown(shown: () => void): void {
  onShown = shown;
}

export function waitingListShown(now: boolean): void {
  isShown = now;
  if (now) onShown();
}
