// Whether the app is ready, for the parts of Electron that may not be used before.
let askApp: () => boolean = () => false;

/** Set once at start: the app is not known yet when the classes are loaded. */
export function connectReadiness(isReady: () => boolean): void {
  askApp = isReady;
}

export const isReady = (): boolean => askApp();
