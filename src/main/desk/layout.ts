// How what lies in the data folder has changed from version to version of the app.
import { type Migration, newestVersion } from '../storage/versions.ts';

/** By the name of a collection or document; one that is not here is of version 1. */
export const MIGRATIONS: Readonly<Record<string, readonly Migration[]>> = {};

export type Migrations = typeof MIGRATIONS;

/** Counts up with each migration of whatever part. */
export const layoutOf = (migrations: Migrations): number =>
  1 + Object.values(migrations).reduce((sum, each) => sum + each.length, 0);

/** Those of one part. Its name may come from a backup, so that what every object has is none. */
export const migrationsOf = (part: string, migrations: Migrations): readonly Migration[] =>
  (Object.hasOwn(migrations, part) ? migrations[part] : undefined) ?? [];

/** The version in which a part is written today. */
export const versionOf = (part: string, migrations: Migrations): number =>
  newestVersion(migrationsOf(part, migrations));
