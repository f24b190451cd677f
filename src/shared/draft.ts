// What is kept of a form, for a window that crashes.

/** The most that is kept of one form, in characters as JSON. */
export const MAX_DRAFT = 500_000;
