// Which packages run in the app: its dependencies and all that these need, as the lock file has it.

export interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      { readonly dependencies?: Record<string, string>; readonly optionalDependencies?: Record<string, string> }
    >
  >;
}

/** Where a package finds another: in its own node_modules, else in those of the folders above it. */
function found(lock: LockFile, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** Where they are installed, by path from the project's folder. One that npm left out for this system may be among them. */
export function runtimePackages(lock: LockFile): readonly string[] {
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[at] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = found(lock, at, name);
      if (path) visit(path);
    }
  };
  visit('');
  seen.delete('');
  return [...seen];
}
