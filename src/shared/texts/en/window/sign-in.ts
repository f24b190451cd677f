// Signing in and out.
import { names } from '../names.ts';
import { number } from './counting.ts';

export const signIn = {
  screen: {
    title: `Sign in - ${names.app}`,
    or: 'or',
    noStoreYet:
      'No store yet, or just trying? The practice store runs on this computer, needs no network and sells nothing for real.',
    otherComputer:
      'Used this app on another computer? A backup brings its stores, products, links and waiting changes here.',
    backTo: (store: string) => `Back to ${store}`,
  },

  form: {
    title: 'Sign in to your store',
    serviceAddress: 'Service address',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show',
    signIn: 'Sign in',
    lastsUntilClosed:
      'This computer has no key store that the app can use, so the sign-in lasts until the app is closed.',
    notReached: 'The service could not be reached',
    failed: 'Sign-in failed',
  },

  panel: {
    title: 'Sign in',
    later: 'Later',
    canGoOn:
      'You can keep working: changes wait on this computer and nothing is lost. They are sent after you sign in.',
    locked:
      'You are signed in, but this computer’s key store is locked, so the sign-in cannot be read. Unlock it and try again, or sign in with your password. Changes wait on this computer and nothing is lost.',
    tryAgain: 'Try again',
    stillLocked: 'The key store still does not give out the sign-in. Unlock it, then restart the app.',
    practiceNotRunning:
      'The practice store is not running. You can keep working: changes wait on this computer and nothing is lost.',
    practiceSignedOut:
      'You are signed out of the practice store. You can keep working: changes wait on this computer and nothing is lost.',
    practiceRefuses:
      'The practice store is running, but it is set to answer 401 to every call, so no sign-in lasts. Nothing is lost. Reset it to send waiting changes.',
  },

  practice: {
    open: 'Open the practice store',
    notOpened: 'The practice store did not open.',
  },

  signOut: {
    title: 'Sign out',
    failed: 'You were not signed out',
    /** `attention`: changes that need the seller's decision. */
    whatStays: (store: string, waiting: number, attention: number) =>
      [
        `The sign-in to “${store}” is removed from this computer. Its products, payment links and changes stay here, and you can keep working.`,
        waiting > 0 &&
          `${waiting === 1 ? '1 change waits' : `${number(waiting)} changes wait`} until you sign in again.`,
        attention > 0 && `${attention === 1 ? '1 change needs' : `${number(attention)} changes need`} your decision.`,
        waiting + attention === 0 && 'Nothing is waiting to be sent.',
      ]
        .filter((sentence) => sentence !== false)
        .join(' '),
    forget: "Also remove this store's catalog and waiting changes from this computer",
    noWayBack: 'This cannot be undone',
    onlyRecord: (store: string) =>
      `The catalog of “${store}” is removed from this computer. The service cannot list what you created: without a backup there is no other record of it.`,
    neverSent: (unsent: number) =>
      unsent === 1
        ? '1 change on the Sync screen is removed too, and will not be sent.'
        : `${number(unsent)} changes on the Sync screen are removed too, and will not be sent.`,
  },
};
