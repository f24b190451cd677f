// What a change does, how it stands and why.
export const changes = {};
