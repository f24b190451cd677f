// The packages that run in the app: its dependencies and theirs, from the lock file.

export interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      { readonly dependencies?: Record<string, string>; readonly optionalDependencies?: Record<string, string> }
    >
  >;
}

/** How a package resolves another: in its own node_modules, else in those of the folders above. */
function found(lock: LockFile, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** Their paths from the project folder. npm may have omitted some of them on this system. */
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
