// Drafts of forms, kept in case the window crashes.

/** The size limit of a draft, in characters of JSON. */
export const MAX_DRAFT = 500_000;
