// SIGTERM, SIGINT and SIGHUP: the system ends the app, and there is nobody to ask.

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Calls back for each of them. To be called once the app is ready: Electron has put its own handlers in the place of earlier ones. */
export function onSignals(end: () => void): void {
  for (const signal of SIGNALS) {
    // Dependencies listen before that. Node takes a signal back from Electron only with its first listener, so those have to go.
    process.removeAllListeners(signal);
    process.on(signal, end);
  }
}
