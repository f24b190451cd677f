// The screen "Sync".

export const sync = {
  syncNow: 'Sync now',
  waitingChanges: 'Waiting changes',
  history: 'History',
  searchHistory: 'Search history',
  nothingSentOffline: 'Nothing was sent: “Work offline” is on. Turn it off first.',
  nothingWaits: 'Nothing waits to be sent.',
  allIsTried: 'Everything that waits is tried now.',

  change: {
    opening: 'Opening the change',
    gone: 'This change is gone',
    goneBecause: 'It is neither in the queue nor in the history, which keeps the last 5,000 changes.',
    notRead: 'The change could not be read',
    close: 'Close change',
    waitsFor: 'Waits for',
    sent: 'What was sent',
    willBeSent: 'What will be sent',
    wouldHaveBeenSent: 'What would have been sent',
    withoutBody: 'Without a body.',
    attempts: 'Attempts',
    noAttempts: 'None yet.',
    status: (status: number) => `Status ${status}`,
    answer: 'What the service answered',
    copyRequest: 'Copy request',
    requestCopied: 'Request copied',
    copyAnswer: 'Copy answer',
    answerCopied: 'Answer copied',
  },
};
