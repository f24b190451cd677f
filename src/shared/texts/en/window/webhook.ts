// The screen "Webhook", without its inbox.
export const webhook = {};
