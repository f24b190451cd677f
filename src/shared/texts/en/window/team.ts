// The section "Team" of the settings.
import { counted, number } from './counting.ts';

export const team = {
  title: 'Team',
  about:
    'Computers that work on the same stores: each has all products, payment links and sales. A relay that is always reachable keeps the sales that come while this computer is off.',
  /** Plain text: the guide is a file beside the program, and no page that a link could open. */
  howToGetOne:
    'Sales from the internet reach this app through a team server of your own, also while this computer is off. Its guide is the file “docs/team-server.md” in the app’s source folder; see also “Sales from the internet” in the README.',
  join: {
    title: 'Join a team',
    invite: 'Invite',
    inviteAbout:
      'Whoever runs your team server creates an invite for each computer. It is a secret: paste it here and keep no copy.',
    button: 'Join team',
    joined: 'This computer joined the team',
    preview: {
      title: 'Join the team?',
      about:
        'The products, payment links and sales of this computer are shared with the other computers of the team, and theirs come here. The same product or link becomes one record. Nothing is deleted; what still waits here is sent from here.',
      join: 'Join',
      failed: 'The team was not joined',
      store: 'Store',
      here: 'On this computer',
      inTeam: 'In the team',
      records: (products: number, links: number) =>
        `${counted(products, 'product', 'products')}, ${counted(links, 'link', 'links')}`,
      notAsked: 'Not known',
      offline: (problem: string) =>
        `${problem} You can join all the same: records are shared once the connection works.`,
    },
  },
  notRead: 'The team could not be read',
  status: 'Team status',
  states: {
    connecting: 'Connecting…',
    connected: 'Connected',
    revoked: 'Revoked',
    locked: 'Locked',
    forgotten: 'Invite needed',
  },
  toShare: (count: number) => `Offline, ${counted(count, 'change', 'changes')} to share`,
  sharing: (count: number) => `Sharing ${counted(count, 'change', 'changes')} with the other computers…`,
  toFetch: (count: number) => `${counted(count, 'record', 'records')} to fetch`,
  comparing: 'Looking for changes of the other computers…',
  tooLarge: (count: number) =>
    `${counted(count, 'record is', 'records are')} too large to share. ${count === 1 ? 'It stays' : 'They stay'} on this computer.`,
  newer: (count: number) =>
    `${counted(count, 'record was', 'records were')} changed by a newer version of the app on another computer. Update this computer to share its changes of ${count === 1 ? 'it' : 'them'}.`,
  isFull: 'The team server is full. Changes wait on this computer until it has room.',
  means: {
    connecting: 'The first connection can take a few seconds.',
    connected: 'Products, payment links and sales are the same on all computers of the team.',
    offline:
      'Changes are shared, and sales arrive, once the server answers: the relay keeps sales for 30 days. The app reconnects automatically.',
    revoked:
      'The team server no longer accepts this computer. Its deliveries and sales stay here. Ask for a new invite, leave the team and join again.',
    locked: 'The invite is in the key store of this computer, which is locked. The app connects once it is unlocked.',
    forgotten:
      'Without a key store the invite was kept in memory only, and the app was restarted since. Paste it again.',
  },
  thisComputer: (name: string) => `This computer is “${name}” in the team.`,
  unreadable: (count: number) =>
    `${counted(count, 'message', 'messages')} on the team server did not come from the relay and ${count === 1 ? 'was' : 'were'} left out.`,
  computers: 'Computers',
  noComputers:
    'The computers of the team are listed once the server answers: this computer has not been connected to it yet.',
  name: 'Name',
  nameOfThis: (name: string) => `${name} (this computer)`,
  lastSeen: 'Last seen',
  now: 'Connected now',
  waiting: 'Waiting changes',
  waitingCount: (count: number) => number(count),
  leave: {
    button: 'Leave team',
    title: 'Leave the team?',
    body: 'This computer gets no more sales from the relay. The deliveries and sales that it has stay. To join again, it needs an invite.',
    confirm: 'Leave team',
    cancel: 'Stay in team',
    failed: 'The team was not left',
    done: 'This computer left the team',
  },
};
