// Reasons why the outbox refuses a command of the seller.
export const outbox = {
  notUndone: 'This cannot be undone any more. Nothing was changed.',
  notChanged: 'This change is being sent and cannot be changed.',
  notTakenBack: 'This change is being sent and cannot be withdrawn.',
  notSentAgain: 'It does not need to be sent again.',
  notInDoubt: 'It is not in doubt any more.',
  isBeingSent: 'It is being sent right now.',
};
