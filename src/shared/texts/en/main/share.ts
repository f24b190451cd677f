// Checkout addresses, templates and QR codes.
export const share = {};
