// The login call (document, section 4.1): never queued, for it needs an answer now.
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { createServiceClient, requests } from '../service/client.ts';
import { type AccessToken, readAccessToken } from '../service/wire.ts';
import { outcomeInWords, refusalInWords, unreachableInWords } from './wording.ts';

/** Asks the service for tokens. The password is used for this one call and kept nowhere. */
export async function logIn(serviceAddress: string, email: string, password: string): Promise<Result<AccessToken>> {
  const client = createServiceClient(serviceAddress);
  try {
    const outcome = await client.send(requests.login(email, password), null);
    if (outcome.kind === 'never-left') {
      return refuse(
        'unreachable',
        `The service could not be reached: ${unreachableInWords(outcome)}. Nothing was lost. Stores that this app knows can be used without a network.`,
      );
    }
    if (outcome.kind === 'lost') {
      return refuse('unreachable', `The service did not answer. ${outcomeInWords(outcome)}. Please try again.`);
    }
    const { status } = outcome;
    if (status >= 200 && status < 300) {
      const token = readAccessToken(outcome.body);
      return token
        ? ok(token)
        : refuse(
            'service',
            'Something answers at this address, but not as the Storefront service does. Check the address.',
          );
    }
    const { body, location } = outcome;
    if (status >= 300 && status < 400) {
      return refuse(
        'service',
        `The service sends us elsewhere, check its address${location ? ` (${location.slice(0, 200)})` : ''}.`,
      );
    }
    return refuse('service', refusalInWords(status, body));
  } finally {
    await client.close();
  }
}
