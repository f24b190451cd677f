// A store as the team sees it: what it shares, and whom to notify of what arrives.
import type { Catalog } from '../catalog/catalog.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { AnyDocument } from './shared-document.ts';

export interface SharedStore {
  readonly id: string;
  readonly name: string;
  readonly serviceAddress: string;
  readonly email: string;
  readonly catalog: Catalog;
  readonly documents: readonly AnyDocument[];
  /** Called after rows of other computers were stored, with the sales that are new as verified ones. */
  readonly onTaken: (verified: readonly SaleRecord[]) => void;
}
