// The tour for who is new.
export const tour = {};
