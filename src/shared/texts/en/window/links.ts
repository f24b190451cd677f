// The screen "Payment links" and the forms about a link.
export const links = {};
