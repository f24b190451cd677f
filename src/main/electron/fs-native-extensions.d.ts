// The package has no types.
declare module 'fs-native-extensions' {
  /**
   * Locks a file that is open for writing until it is closed or the process ends.
   * @returns false when another open file has the lock
   * @throws with the system's code when the file cannot be locked
   */
  export function tryLock(fd: number): boolean;
}
