// The webhook inbox.
export const inbox = {};
