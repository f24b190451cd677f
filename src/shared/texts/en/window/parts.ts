// What the screens share: dialogs, lists, states, times.
export const parts = {};
