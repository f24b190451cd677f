// The other computers that create a product or link on the service, or are in doubt about a change to it.
import type { CreatedOn, DoubtOn } from '../../shared/action.ts';
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

export const doubtOn = (
  { computerName, computerSeenAt }: Pick<StoreDeps, 'computerName' | 'computerSeenAt'>,
  { doubtOn: devices = [] }: { readonly doubtOn?: readonly string[] | undefined },
): DoubtOn[] =>
  devices.map((device) => ({
    computer: computerName?.(device) ?? texts.team.anotherComputer,
    seenAt: computerSeenAt?.(device) ?? null,
  }));
