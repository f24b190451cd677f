// Products and payment links, alone and in numbers.
export const catalogue = {};
