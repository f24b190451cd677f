// The name of the computer that creates a product or link on the service.
import { texts } from '../../shared/texts/main.ts';
import type { StoreDeps } from '../store-context.ts';

/** Null where this computer does, or it is there. */
export const createdOn = (
  { computerName }: Pick<StoreDeps, 'computerName'>,
  record: { readonly createdOn?: string | undefined } | undefined,
): string | null =>
  record?.createdOn === undefined ? null : (computerName?.(record.createdOn) ?? texts.team.anotherComputer);
