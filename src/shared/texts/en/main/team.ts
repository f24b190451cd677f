// The team: its server, its computers, and joining it.
import { counted } from './counting.ts';

export const team = {
  kept: 'The team',
  anotherComputer: 'another computer',
  alreadyIn: 'This computer is in a team already. Leave it first.',
  progress: {
    title: 'Bringing the team’s computers up to date',
    at: (percent: number) => `${percent}% done. You can keep working.`,
  },
  invite: {
    'not-an-invite': 'This is not an invite. Paste the whole code that the team server printed.',
    incomplete: 'A part of the invite is missing. Copy the whole code and paste it again.',
    'other-version': 'This invite is from a newer version. Update Storefront Desk, then paste it again.',
    refused: 'The team server does not accept this invite: it was revoked. Ask for a new one.',
  },
  missed: {
    title: 'Deliveries are missing',
    dropped: (count: number) =>
      `The team server dropped ${counted(count, 'delivery', 'deliveries')} before this computer read ${count === 1 ? 'it' : 'them'}: it keeps 30 days of them, and no more than 1 GB. Another computer of the team may have the sales.`,
    replaced:
      'The team server was set up again or restored from a backup. Sales that this computer had not read before may be missing here; another computer of the team may have them.',
  },
  unreachable: (reason: string) => `The team server cannot be reached: ${reason}.`,
  /** By the system's code, which follows in brackets for whoever runs the server. */
  unreachableBecause: {
    ECONNREFUSED: 'it is not running, or takes no connections',
    ENOTFOUND: 'its name was not found',
    ETIMEDOUT: 'it did not answer in time',
    EHOSTUNREACH: 'there is no network connection to it',
    ENETUNREACH: 'there is no network connection to it',
  } as Readonly<Record<string, string>>,
  notStored: (reason: string) => `Sales wait at the relay until this computer can store them. ${reason}`,
  certificateNotYetValid:
    "The team server's certificate is not valid yet by the clock of this computer, so nothing was sent to it. Check the date and time of this computer.",
  certificateExpired:
    "The team server's certificate has expired by the clock of this computer, so nothing was sent to it. Check the date and time of this computer, or ask whoever runs the team server.",
  otherCertificate:
    'The server at this address has another certificate than the one in the invite, so nothing was sent to it.',
};
