// The one place that turns actions and outcomes into words for the seller.

import { isRepeatable } from '../../shared/action.ts';
import { type Currency, formatMoney } from '../../shared/money.ts';
import type { MetadataEntry, Price } from '../../shared/payment-link.ts';
import { type Action, kindOf, mayHaveHappened, type Reason } from '../outbox/action.ts';
import { type LostCause, type NeverLeftCause, type Outcome, readErrorHeadline } from '../service/outcome.ts';
import { earlierDoubt, mayBeThere } from './doubt-words.ts';

const LOCALE = 'en-US';

export function pricesInWords(prices: readonly Price[], currencies: readonly Currency[]): string {
  return prices
    .map(({ currencyId, priceCents, discountCents }) => {
      const regular = formatMoney(priceCents, currencyId, currencies, LOCALE);
      if (discountCents === null) return regular;
      return `${formatMoney(discountCents, currencyId, currencies, LOCALE)} instead of ${regular}`;
    })
    .join(', ');
}

/** A title is read at a glance; the whole stands with the request. */
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

const metadataInWords = (metadata: readonly MetadataEntry[]): string =>
  metadata
    .slice(0, 3)
    .map(({ key, value }) => `, ${[cut(key), cut(value)].filter((text) => text !== '').join(' ')}`)
    .join('');

/** What an action does, as a short sentence without a full stop. `productTitle` is that of the product it is about. */
export function actionTitle(
  action: Action,
  productTitle: string,
  link: { readonly prices: readonly Price[]; readonly metadata: readonly MetadataEntry[] } | null,
  currencies: readonly Currency[],
): string {
  const { payload } = action;
  switch (payload.kind) {
    case 'product.create':
      return `Create product "${payload.fields.productTitle}"`;
    case 'product.update':
      return `Set default price of "${productTitle}" to ${pricesInWords(payload.prices, currencies)}`;
    case 'link.create':
      return `Create payment link for "${productTitle}", ${pricesInWords(payload.draft.prices, currencies)}${metadataInWords(payload.draft.metadata)}`;
    case 'link.delete': {
      const which = link ? `, ${pricesInWords(link.prices, currencies)}${metadataInWords(link.metadata)}` : '';
      return `Delete ${payload.replacedBy === undefined ? '' : 'replaced '}payment link for "${productTitle}"${which}`;
    }
    case 'settings.update':
      return `Save webhook ${payload.url}, ${payload.isOn ? 'on' : 'off'}${payload.keyRef === null ? '' : ', with a key'}`;
  }
}

const NEVER_LEFT: Readonly<Record<NeverLeftCause, string>> = {
  'name-not-found': 'the name of the service was not found',
  refused: 'the service does not take connections',
  'no-route': 'there is no way to the service from this network',
  'connect-timeout': 'the service did not pick up in time',
  'tls-refused': 'no secure connection could be made',
  'proxy-refused': 'the proxy did not let it through',
  'not-connected': 'no connection could be made',
};

const LOST: Readonly<Record<LostCause, string>> = {
  reset: 'Sent, connection lost',
  timeout: 'Sent, no answer in time',
  'cut-off': 'Sent, the answer broke off',
  'not-http': 'Sent, the answer could not be read',
  'app-closed': 'Sent or about to be, when the app was closed',
};

type NoAnswer = Exclude<Outcome, { kind: 'answered' }>;

/** The system's own word for it: mostly a code. Those of the HTTP library say nothing to anybody else. */
const inBrackets = ({ detail }: NoAnswer): string =>
  ` (${detail.replace(/ \(UND_ERR_\w+\)$/, '').replace(/^other side closed$/, 'the service closed it')})`;
/** Of a proxy it says what to mend; otherwise it is a code, for the list of attempts only. */
const sentenceIn = (outcome: NoAnswer): string => (outcome.cause === 'proxy-refused' ? inBrackets(outcome) : '');

/** Why the service could not be reached, in words. */
export const unreachableInWords = (outcome: Extract<Outcome, { kind: 'never-left' }>): string =>
  NEVER_LEFT[outcome.cause] + sentenceIn(outcome);

/** One try for the list of attempts, with the system's own word at its end. */
export const attemptInWords = (outcome: Outcome): string => triedInWords(outcome, inBrackets);

/** How one try ended, in plain words. */
export const outcomeInWords = (outcome: Outcome): string => triedInWords(outcome, sentenceIn);

function triedInWords(outcome: Outcome, detailOf: (outcome: NoAnswer) => string): string {
  switch (outcome.kind) {
    case 'never-left':
      return `Not sent: ${NEVER_LEFT[outcome.cause]}${detailOf(outcome)}`;
    case 'lost':
      if (outcome.cause === 'app-closed') return LOST[outcome.cause];
      return LOST[outcome.cause] + detailOf(outcome);
    case 'answered': {
      const headline = headlineOf(outcome);
      return `Answered ${outcome.status}${outcome.status >= 300 && headline ? `: ${headline}` : ''}`;
    }
  }
}

/** Of an attempt whose body was cut, the headline was read before. */
const headlineOf = ({ body, headline }: { readonly body: string; readonly headline?: string | null | undefined }) =>
  headline ?? readErrorHeadline(body);

/** What the service said when it said no: its headline where it has one, with the status. */
export function refusalInWords(status: number, body: string, headline = headlineOf({ body })): string {
  return headline ? `${headline} (${status})` : `The service answered ${status}.`;
}

/** How the store stands, as far as it matters for what waits. */
export interface Standing {
  readonly signedIn: boolean;
  readonly workOffline: boolean;
  readonly offline: boolean;
}

/** How an action stands and why, in plain words. `blocker` is the title of what it waits for. */
export function explain(action: Action, standing: Standing, blocker: { title: string; stuck: boolean } | null): string {
  switch (action.state) {
    case 'waiting':
      if (!blocker) return 'Waits for another change.';
      return blocker.stuck
        ? `Waits for "${blocker.title}", which needs your attention first.`
        : `Waits for "${blocker.title}" to be sent first.`;
    case 'ready':
      if (standing.workOffline) return `Waits because you work offline.${earlierDoubt(action)}`;
      if (!standing.signedIn) return `Waits for you to sign in.${earlierDoubt(action)}`;
      if (standing.offline) return `Waits for the service to be reached again.${earlierDoubt(action)}`;
      return `Is next in line.${earlierDoubt(action)}`;
    case 'sending':
      return 'Is being sent.';
    case 'retrying':
      return retryInWords(action) + earlierDoubt(action);
    case 'needs-review':
      return isRepeatable(kindOf(action))
        ? `${doubtInWords(action)} Sending it again does no harm; discard it if it is not wanted any more.`
        : `${doubtInWords(action)} It may exist already. Look on your store's page before you send it again.`;
    case 'rejected':
      // Of a lost key the sentence says it itself.
      return followedBy(
        rejectionInWords(action.reason, action),
        (action.reason === 'key-lost' ? '' : earlierDoubt(action)) + bothStand(action),
      );
    case 'done':
      return endingInWords(action);
  }
}

/** What the service said may end without a full stop. */
const followedBy = (text: string, more: string): string =>
  more === '' || /[.!?]$/.test(text) ? text + more : `${text}.${more}`;

/** A replaced link that could not be deleted: what the seller asked for is half done. */
function bothStand(action: Action): string {
  const { payload, reason } = action;
  if (payload.kind !== 'link.delete' || payload.replacedBy === undefined || reason === 'not-replaced') return '';
  return mayHaveHappened(action)
    ? ' The new link is there, and the old one may still work too.'
    : ' The new link is there, and the old one still works too.';
}

function retryInWords(action: Action): string {
  const last = action.attempts.at(-1)?.outcome;
  if (last?.kind === 'never-left') {
    return `The service could not be reached: ${unreachableInWords(last)}. Nothing was lost; it is tried again.`;
  }
  if (last?.kind === 'answered') {
    return `The service asked for patience or had a fault (${last.status}). Nothing was lost; it is tried again.`;
  }
  return 'The connection was lost. This change may safely be repeated; it is tried again.';
}

/** `at` in ms since 1970: "20 Nov 2026". */
export const dayInWords = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

function doubtInWords(action: Action): string {
  const last = action.attempts.at(-1)?.outcome;
  switch (action.reason) {
    case 'server-error':
      return `The service answered with a fault of its own${last?.kind === 'answered' ? ` (${last.status})` : ''}.`;
    case 'restored':
      return `Restored from a backup of ${dayInWords(action.restoredFrom ?? 0)}; the app that it was made with may have sent it since.`;
    case 'damaged':
      return 'Its change was lost with a damaged file.';
    case 'not-understood':
      return 'The service accepted it, but its answer does not say what was made.';
    default:
      if (last?.kind === 'lost' && last.cause === 'app-closed') return 'The app was closed while this was being sent.';
      return 'The service was asked, but its answer got lost.';
  }
}

function rejectionInWords(reason: Reason | null, action: Action): string {
  const last = action.attempts.at(-1)?.outcome;
  switch (reason) {
    case 'redirected':
      return `The service sends us elsewhere, check its address${action.answer ? ` (${action.answer.slice(0, 200)})` : ''}.`;
    case 'gave-up':
      return `Gave up after ${action.tries} tries. ${last ? `The last one: ${outcomeInWords(last)}.` : ''}`.trim();
    case 'key-lost':
      return `${mayHaveHappened(action) ? 'It may be on the service already, but cannot be sent again' : 'It was not sent'}: its verification key is not on this computer any more. Without a key store keys are kept in memory only, and backups leave them out. Enter it again or generate a new one.`;
    case 'no-address':
      return 'It cannot be sent: the address that the service gave does not tell which product or link is meant.';
    case 'not-replaced':
      return `It was held back: the link that replaces it is not known to be on the service.${mayHaveHappened(action) ? '' : ' The old link still works.'}`;
    default:
      return last?.kind === 'answered'
        ? `The service said no: ${refusalInWords(last.status, last.body, headlineOf(last))}`
        : 'The service said no.';
  }
}

function endingInWords(action: Action): string {
  switch (action.ending) {
    case 'discarded':
      return `Discarded by you; ${mayHaveHappened(action) ? mayBeThere(action) : 'not sent'}.`;
    case 'withdrawn':
      return mayHaveHappened(action)
        ? 'Taken back before it was sent again; an earlier try may have gone through.'
        : 'Taken back before it was sent.';
    default:
      return action.result?.kind === 'accepted' && action.result.note ? action.result.note : 'Saved on the service.';
  }
}
