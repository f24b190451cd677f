// The native modules of the app, and the binaries that a package for one system needs.

/** The target of a package, in Node's names. */
export interface Target {
  readonly system: string;
  readonly arch: string;
}

/** Electron for Linux is built against glibc; npm also installs the binary for musl. */
const C_LIBRARY: Readonly<Record<string, string>> = { linux: '-gnu', win32: '-msvc' };

/** The package with the binary of `libsql`, which requires it by this name. */
const databasePackage = ({ system, arch }: Target): string => `@libsql/${system}-${arch}${C_LIBRARY[system] ?? ''}`;

/** Paths in the package, without which no catalog opens. */
export const binariesFor = (target: Target): readonly string[] => [
  `node_modules/${databasePackage(target)}/index.node`,
];

/** Patterns of electron-builder, which inserts the processor, for the binaries of other systems. */
export const withoutOtherBinaries = (system: string): readonly string[] => [
  `!**/node_modules/@libsql/!(${system}-\${arch}${C_LIBRARY[system] ?? ''})/**`,
  `!**/node_modules/**/prebuilds/!(${system}-\${arch})/**`,
];

/** Whether a package for this system needs the installed package of this name. */
export const isForTarget = (name: string, target: Target): boolean =>
  !name.startsWith('@libsql/') || name === databasePackage(target);
