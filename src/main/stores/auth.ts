// Signs in to stores, opens the practice store, and signs out. The password is only used for the login call (document,
// section 4.1); the app never queues that call and never stores the password.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseWebAddress } from '../../shared/checkout-url.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { SignIn } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Network } from '../service/network.ts';
import { isPage, isRedirect, readErrorHeadline, redact } from '../service/outcome.ts';
import { createTransport } from '../service/transport.ts';
import { readAccessToken, requests } from '../service/wire.ts';
import { syncFolderNow } from '../storage/folders.ts';
import { refusedSignIn } from '../sync/refused-fields.ts';
import { describeRedirect, describeRefusal, describeUnreachable } from '../sync/wording.ts';
import { createExclusive } from '../turns.ts';
import type { OpenStore } from './open-store.ts';
import type { StoreManager } from './store-manager.ts';
import type { StoreRegistry } from './store-registry.ts';

/** Starts the practice store unless it runs. `port`: the last one that it used. */
export interface PracticeStarter {
  start(port: number | null): Promise<{ readonly url: string; readonly email: string; readonly password: string }>;
}

const t = texts.stores;

type SignInResult = Result<{ storeId: string }>;

export class Auth {
  /** A store can be added again only after its removal has ended. */
  readonly #exclusive = createExclusive();

  constructor(
    private readonly registry: StoreRegistry,
    private readonly manager: StoreManager,
    private readonly network: Network,
    private readonly practice: PracticeStarter,
    private readonly newId: () => string,
  ) {}

  /** Shows the store, unless `show` is false and another one is shown. */
  async signIn(input: SignIn, isPractice = false, show = true): Promise<SignInResult> {
    const token = await logIn(input, this.network);
    if (!token.ok) return token;
    return this.#exclusive(async () => {
      // Now, because the store may have been added or removed during the login.
      const known = (isPractice ? this.registry.practice() : null) ?? this.registry.find(input);
      const record = known ?? this.registry.addNew(this.newId(), input, isPractice);
      const store = this.manager.find(record.id) ?? this.manager.open(record);
      await store.ready;
      await store.session.signIn(token.value);
      if (show || this.registry.currentStoreId === null) await this.manager.show(record.id);
      return ok({ storeId: record.id });
    });
  }

  async openPracticeStore(show = true): Promise<SignInResult> {
    const known = this.registry.practice();
    const port = Number(parseWebAddress(known?.serviceAddress ?? '')?.port) || null;
    try {
      const { url, email, password } = await this.practice.start(port);
      if (known && known.serviceAddress !== url) {
        // The port has changed, and an open store keeps its address.
        this.registry.change(known.id, { serviceAddress: url });
        await this.manager.alone(() => this.manager.whileClosed(known, async () => undefined));
      }
      return await this.signIn({ serviceAddress: url, email, password }, true, show);
    } catch (error) {
      console.error('The practice store could not be started', error);
      return refuse('internal', t.signIn.practiceNotStarted({ why: (error as Error).message }));
    }
  }

  /** Removes the token, or with `forget` the whole store. Rejects with `StorageError`. */
  async signOut(store: OpenStore, forget: boolean): Promise<void> {
    if (!forget) return store.session.signOut();
    const { vault, folder } = store.deps;
    return this.#exclusive(async () => {
      // Before its token is removed, so that the store does not ask for a sign-in.
      await this.manager.closeForGood(store);
      await vault.delete(`${store.id}/`);
      this.registry.remove(store.id);
      await rm(folder, { recursive: true, force: true });
      syncFolderNow(dirname(folder));
    }).catch((error: unknown) => {
      this.manager.openAll();
      throw error;
    });
  }
}

/** Typical of a wrong address; only other causes are shown. */
const SILENT_CAUSES = ['name-not-found', 'refused', 'connect-timeout', 'not-connected'];

async function logIn({ serviceAddress, email, password }: SignIn, network: Network): Promise<Result<string>> {
  const noAnswer = t.signIn.noAnswer({ host: new URL(serviceAddress).host });
  const client = createTransport(serviceAddress, network);
  const answer = await client.send({ ...requests.login(email, password), token: null });
  await client.close();
  // A refusal may echo the password.
  const outcome = redact(answer, [password]);
  if (outcome.kind === 'never-left') {
    const isSilent = SILENT_CAUSES.includes(outcome.cause);
    return refuse('unreachable', isSilent ? noAnswer : t.signIn.unreachable({ why: describeUnreachable(outcome) }));
  }
  if (outcome.kind === 'lost' || answer.kind !== 'answered') {
    const isSilent = outcome.kind === 'lost' && outcome.cause === 'timeout';
    return refuse('unreachable', isSilent ? noAnswer : t.signIn.connectionBroke);
  }
  const { status, body, location } = outcome;
  const token = status < 300 ? readAccessToken(answer.body) : null;
  if (token) return ok(token);
  if (isRedirect(outcome)) return refuse('service', describeRedirect(location));
  // The service may refuse a password with a page.
  const isOther = status < 300 ? !readErrorHeadline(body) : isPage(outcome) && status !== 401;
  if (isOther) return refuse('service', t.signIn.otherService);
  const fields = refusedSignIn(body);
  return refuse('service', describeRefusal(status, body), Object.keys(fields).length > 0 ? fields : undefined);
}
