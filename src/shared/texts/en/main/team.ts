// What the main process says about the team.
export const team = {
  kept: 'The team',
  alreadyIn: 'This computer is in a team already. Leave it first.',
  invite: {
    'not-an-invite': 'This is not an invite. Paste the whole code that the team server printed.',
    incomplete: 'A part of the invite is missing. Copy the whole code and paste it again.',
    'other-version': 'This invite is from a newer version. Update Storefront Desk, then paste it again.',
  },
  unreachable: (reason: string) => `The team server cannot be reached: ${reason}`,
  notStored: (reason: string) => `Sales wait at the relay until this computer can store them. ${reason}`,
  otherCertificate:
    'The server at this address has another certificate than the one in the invite, so nothing was sent to it.',
};
