// Whether the app is ready, for parts of Electron that may not be used before.
let askApp: () => boolean = () => false;

/** Set once at start, because the app does not exist yet when the classes load. */
export function connectReadiness(isReady: () => boolean): void {
  askApp = isReady;
}

export const isReady = (): boolean => askApp();
