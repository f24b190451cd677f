// Handles SIGTERM, SIGINT and SIGHUP: the app quits without asking.

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Call once the app is ready, because Electron replaces earlier handlers. */
export function onSignals(end: () => void): void {
  for (const signal of SIGNALS) {
    // Node takes a signal back from Electron only with its first listener, so listeners of dependencies have to be removed.
    process.removeAllListeners(signal);
    process.on(signal, end);
  }
}
