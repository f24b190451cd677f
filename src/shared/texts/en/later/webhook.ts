// The screen "Webhook", without its inbox.
import type { Phrase } from '../../phrase.ts';
import { number } from '../window/counting.ts';

export const webhook = {
  notRead: "The webhook's settings could not be read",

  form: {
    url: 'Webhook URL',
    urlOnThisComputer: 'On this computer: only a service that runs here too, such as the practice store, can reach it.',
    urlAbout: 'The service sends every sale to this address.',
    urlOfRelay: 'The relay of your team: sales wait there while this computer is off, and appear in the inbox below.',
    useRelay: "Use the relay's address",
    relayIsLoopback:
      "The service can't reach this address from the internet: only a service on the same computer as the relay can, such as the practice store. The guide of the team server says how the relay gets a public address (“--public-url”). Ask for a new invite then, leave the team and join with it.",
    relayOfInvite:
      'This address came with your invite. If the relay has a new one, ask for a new invite, leave the team and join with it.',
    isOn: 'Send after-sell events',
    isOff: 'While this is off, the service sends nothing to your address.',
    save: 'Save webhook',
    saved: 'Webhook saved.',
    savedWithNewKey: 'Webhook saved with the new key.',
    notSaved: 'The webhook was not saved',
    leaving: 'If you leave now, your changes to the webhook are lost. Stay to save them.',
  },

  key: {
    label: 'Verification key',
    placeholders: {
      none: 'Generate one, or type your own',
      here: 'A key is saved; leave empty to keep it',
      locked: 'A key is saved; leave empty to keep it',
      'on-service': 'The service has a key; leave empty to keep it there',
      gone: 'Enter the key again or generate a new one',
      'gone-in-doubt': 'Enter the key again or generate a new one',
    },
    missing:
      'Without a key your receiver cannot tell a sale from a fake, and links are not marked as sold automatically.',
    /** The key is no longer on this computer. */
    lost: {
      withoutKeyStore:
        'The verification key was not kept: this computer has no key store, so keys last until the app is closed. Sales that arrive here are not verified, and links are not marked as sold automatically.',
      otherwise:
        'The verification key is no longer on this computer. Sales that arrive here are not verified, and links are not marked as sold automatically.',
      save: 'Generate a new key and save',
    },
    length: (characters: number, whole: number) => `${characters} of ${whole} characters`,
    isHere: (characters: number) => `The saved key has ${characters} characters`,
    isLocked: (characters: number) =>
      `The saved key has ${characters} characters; the key store is locked, so it cannot be shown`,
    isOnService: (characters: number) =>
      `The service has a key of ${characters} characters, which is no longer on this computer`,
    notHere: 'The key is no longer on this computer, so it cannot be shown or copied',
    isGone: 'The key that you saved was not sent, and is no longer on this computer',
    isGoneInDoubt: 'The key that you saved may be on the service, and is no longer on this computer',
    /** Follows the text about the saved key, which has no full stop. */
    uncertain: (said: string) => `${said}. The service may have the key of a change that you discarded`,
    replaces:
      'This replaces the saved key. Once it is saved, deliveries with the old key are no longer verified. If a server or script of yours checks the key, copy the new one there too.',
    show: 'Show key',
    hide: 'Hide key',
    generate: 'Generate key',
    copy: 'Copy key',
    copied: 'Verification key copied',
  },

  status: {
    notSetUp: 'Not set up yet',
    states: {
      synced: 'Saved on the service',
      uncertain: 'Not certain',
      waiting: 'Waiting to be sent',
      sending: 'Sending to the service',
      'needs-review': 'Needs review',
      rejected: 'Rejected',
    },
    /** In the place of `synced`: the seller marked it as sent. */
    recorded: 'Recorded by you as saved',
    seeChange: 'See the change',
  },

  test: {
    title: 'Test',
    send: 'Send test event',
    /** The seller may have saved one elsewhere. */
    nothingSaved: 'No webhook is saved here yet. The test goes to the address that the service has, if there is one.',
    usesSaved: 'The test uses the saved settings, not what you have typed.',
    result: 'Test result',
    waiting: "Waiting for the service's answer",
    notRun: 'The test did not run',
    delivered: 'Test delivered',
    failed: 'Test failed',
    /** The inbox has it, but the service did not confirm it. */
    failedButReceived: 'Test failed: your receiver got the event, but the service did not confirm it',
    received: (answered: number | null) =>
      answered === null
        ? 'The webhook inbox received the test event and gave no answer.'
        : `The webhook inbox received the test event and answered ${answered}.`,
    outdated: 'Outdated test result',
    outdatedBecause: 'The address or key changed after this test. Send a test event to check the new ones.',
    status: 'Status',
    noAnswer: 'no answer',
    took: 'Took',
    when: 'When',
    noBody: 'The answer had no body.',
    body: 'Response body',
  },

  lastTests: {
    title: 'Last tests',
    result: 'Result',
    whatHappened: 'What happened',
    status: 'Status',
    took: 'Took',
    when: 'When',
    delivered: 'Delivered',
    failed: 'Failed',
    beforeChange: 'Made before the address or key changed.',
    showFewer: 'Show fewer tests',
    showAll: (tests: number) => `Show all ${number(tests)} tests`,
  },

  receiver: {
    title: 'Check the key in your receiver',
    about: <Part>(header: Part): Phrase<Part> => [
      'Every delivery is a POST with the key in its ',
      header,
      ' header. Compare it with your own copy, reject what does not match, and answer 200 when you have kept the event.',
    ],
    language: 'Language',
    copySnippet: (language: string) => `Copy ${language} snippet`,
    snippetCopied: (language: string) => `${language} snippet copied`,
  },
};
