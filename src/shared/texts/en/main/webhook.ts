// The webhook, its test, and its inbox.
export const webhook = {};
