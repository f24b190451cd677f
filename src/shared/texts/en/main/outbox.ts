// Reasons why the outbox refuses a command of the seller.
export const outbox = {
  notUndone: 'This can no longer be undone. Nothing was changed.',
  notChanged: 'This change is being sent and cannot be changed.',
  notTakenBack: 'This change is being sent and cannot be withdrawn.',
  notSentAgain: 'It does not need to be sent again.',
  notInDoubt: 'It is no longer in doubt.',
  isBeingSent: 'It is being sent right now.',
};
