// The name of the computer that creates a product or link on the service.
import type { CreatedOn } from '../../shared/action.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Creator } from '../catalog/records.ts';
import type { StoreDeps } from '../store-context.ts';

/** Null where this computer does, or it is there. */
export const createdOn = (
  { computerName }: Pick<StoreDeps, 'computerName'>,
  record: { readonly createdOn?: Creator | undefined } | undefined,
): CreatedOn | null =>
  record?.createdOn === undefined
    ? null
    : {
        computer: computerName?.(record.createdOn.device) ?? texts.team.anotherComputer,
        isInDoubt: record.createdOn.isInDoubt,
      };
