// The frame around the screens, the navigation, the store, notices.
export const app = {};
