// The webhook and its test.
export const webhook = {
  needsKeyAgain:
    'Enter the key again or generate a new one: the one of the waiting change is no longer here. To save without a key, discard the waiting change under Sync first.',
  /** Of a key that cannot be shown. */
  keyNotHere: {
    none: 'No key was saved with this app.',
    here: 'The key is no longer on this computer.',
    locked: 'The key store is locked, so the key cannot be read. Unlock it, then choose "Sync now" and try again.',
    'on-service': 'The key is no longer on this computer. It was sent to the service.',
    gone: 'The key of the waiting change is no longer on this computer, and it was not sent. Enter it again or generate a new one.',
    'gone-in-doubt':
      'The key of the waiting change is no longer on this computer, and it may be on the service already. Enter it again or generate a new one.',
  },

  test: {
    changeNeedsYou: 'You can send a test event after you settle the change to the webhook. It needs your attention.',
    changeWaits: 'You can send a test event once the waiting change to the webhook is sent.',
    signIn: 'Sign in to send a test event.',
    unreachable: (why: string) => `The service could not be reached: ${why}.`,
    noAnswer: (ended: string) => `The service was asked, but gave no whole answer. ${ended}.`,
    delivered: 'Your receiver answered 200, and the service confirmed it.',
    signedOut: 'The service asks you to sign in again. The test was not run.',
    notConfirmed: 'The service answered 200, but not with 1, which would confirm the delivery.',
    refused: (status: number) => `The service did not confirm the delivery (${status}).`,
    refusedWith: (headline: string, status: number) =>
      `The service did not confirm the delivery: ${headline} (${status})`,
  },
};
