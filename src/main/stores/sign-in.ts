// The login call (document, section 4.1), which is never queued.
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { SignIn } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Network } from '../service/network.ts';
import { HIDDEN, type NeverLeftCause, redact, redactForStorage } from '../service/outcome.ts';
import { createTransport } from '../service/transport.ts';
import { readAccessToken, requests } from '../service/wire.ts';
import { refusedSignIn } from '../sync/refused-fields.ts';
import { describeRedirect, describeRefusal, describeUnreachable } from '../sync/wording.ts';

const t = texts.stores.signIn;

/** Typical for a wrong address. Other causes are shown. */
const UNREACHABLE_CAUSES: ReadonlySet<NeverLeftCause> = new Set([
  'name-not-found',
  'refused',
  'connect-timeout',
  'not-connected',
]);

/** Resolves with the access token. The password is used for this call only and never stored. */
export async function logIn({ serviceAddress, email, password }: SignIn, network: Network): Promise<Result<string>> {
  const noAnswer = t.noAnswer({ host: new URL(serviceAddress).host });
  const client = createTransport(serviceAddress, network);
  try {
    const answer = await client.send({ ...requests.login(email, password), token: null });
    // A refusal may echo the password.
    const outcome = redactForStorage(answer, [password]);
    if (outcome.kind === 'never-left') {
      const isSilent = UNREACHABLE_CAUSES.has(outcome.cause);
      return refuse('unreachable', isSilent ? noAnswer : t.unreachable({ why: describeUnreachable(outcome) }));
    }
    if (outcome.kind === 'lost') {
      return refuse('unreachable', outcome.cause === 'timeout' ? noAnswer : t.connectionBroke);
    }
    const { status } = outcome;
    if (status >= 200 && status < 300) {
      const token = answer.kind === 'answered' ? readAccessToken(answer.body) : null;
      return token ? ok(token) : refuse('service', t.otherService);
    }
    const { body, location } = outcome;
    if (status >= 300 && status < 400) return refuse('service', describeRedirect(location));
    // With the password removed, the service's sentence may be incomplete.
    const refusal = describeRefusal(status, body);
    // Field errors are not stored, so only the password itself has to be removed.
    const fields = refusedSignIn(answer.kind === 'answered' ? redact(answer, [password]).body : '');
    const isHidden = [refusal, ...Object.values(fields)].some((text) => text.includes(HIDDEN));
    if (isHidden) return refuse('service', t.notAccepted({ status }));
    return refuse('service', refusal, Object.keys(fields).length > 0 ? fields : undefined);
  } finally {
    await client.close();
  }
}
