// Signs in to stores, opens the practice store, and signs out. The password is never stored.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseWebAddress } from '../../shared/checkout-url.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import type { SignIn } from '../../shared/session.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Network } from '../service/proxy.ts';
import { createExclusive } from '../storage/exclusive.ts';
import { syncFolderNow } from '../storage/folders.ts';
import type { Vault } from '../storage/vault.ts';
import type { StoreRecord } from '../store-record.ts';
import type { Notices } from './notices.ts';
import type { OpenStore } from './open-store.ts';
import type { OpenStores } from './open-stores.ts';
import { logIn } from './sign-in.ts';
import type { StoreRegistry } from './store-registry.ts';

/** Starts the practice store unless it runs; `port`: its last one. */
export interface PracticeStarter {
  start(port: number | null): Promise<{ readonly url: string; readonly email: string; readonly password: string }>;
}

export interface AuthDeps {
  readonly stores: StoreRegistry;
  readonly open: OpenStores;
  readonly vault: Vault;
  readonly network: Network;
  readonly practice: PracticeStarter;
  readonly notices: Notices;
  readonly newId: () => string;
  readonly change: (storeId: string, change: Partial<StoreRecord>) => Promise<void>;
  readonly show: (storeId: string) => Promise<unknown>;
}

const t = texts.stores;

type SignInResult = Result<{ storeId: string }>;

export class Auth {
  readonly #deps: AuthDeps;
  /** Removing a store ends before it can be added again. */
  readonly #exclusive = createExclusive();

  constructor(deps: AuthDeps) {
    this.#deps = deps;
  }

  async signIn({ serviceAddress, email, password }: SignIn): Promise<SignInResult> {
    const { stores, open } = this.#deps;
    const known = stores.find({ serviceAddress, email });
    const unopened = known ? open.openError(known.id) : undefined;
    if (known && unopened !== undefined) {
      return refuse('conflict', t.signIn.notOpened({ store: known.name, why: unopened }));
    }
    return this.#logIn(known, { url: serviceAddress, email, password }, false);
  }

  async openPracticeStore(): Promise<SignInResult> {
    const { stores, practice, change } = this.#deps;
    const known = stores.practice();
    const port = known ? Number(parseWebAddress(known.serviceAddress)?.port ?? 0) || null : null;
    let started: Awaited<ReturnType<PracticeStarter['start']>>;
    try {
      started = await practice.start(port);
    } catch (error) {
      console.error('The practice store could not be started', error);
      return refuse('internal', t.signIn.practiceNotStarted({ why: (error as Error).message }));
    }
    // The port may have changed.
    if (known && known.serviceAddress !== started.url) await change(known.id, { serviceAddress: started.url });
    return this.#logIn(known, started, true);
  }

  /** At start: starts the practice store and signs in; shows it only with `show`. */
  async resumePractice(show: boolean): Promise<void> {
    const { stores, notices } = this.#deps;
    const shown = stores.currentStoreId;
    const resumed = await this.openPracticeStore();
    if (!resumed.ok) notices.add('warning', t.notices.practiceNotOpened, resumed.problem.message);
    if (!show && shown !== null && shown !== stores.currentStoreId) await this.#deps.show(shown);
  }

  /** Removes the tokens; with `forget` also the catalog. */
  async signOut(storeId: string, forget: boolean): Promise<Result<void>> {
    const store = this.#deps.open.get(storeId);
    if (!store) return refuse('not-found', t.unknown);
    if (forget) await this.#exclusive(() => this.#forget(store));
    else await store.signOut();
    return ok(undefined);
  }

  /** Removes the tokens only once the store is closed, so that it does not ask for a sign-in on its way out. */
  async #forget(store: OpenStore): Promise<void> {
    const { stores, open, vault } = this.#deps;
    await open.closeForGood(store);
    await vault.delete(`${store.id}/`);
    await stores.remove(store.id);
    await rm(store.deps.folder, { recursive: true, force: true });
    syncFolderNow(dirname(store.deps.folder));
  }

  async #logIn(
    known: StoreRecord | null,
    { url, email, password }: { readonly url: string; readonly email: string; readonly password: string },
    isPractice: boolean,
  ): Promise<SignInResult> {
    const { stores, open, network, newId, show } = this.#deps;
    const token = await logIn(url, email, password, network);
    if (!token.ok) return token;
    return this.#exclusive(async () => {
      // Look it up again: it may have been added or removed during the login.
      const found = (known && stores.get(known.id)) ?? stores.find({ serviceAddress: url, email });
      const record = found ?? stores.newRecord(newId(), url, email, isPractice);
      if (!found) await stores.add(record);
      const store = open.get(record.id) ?? open.open(record);
      await store.signIn(token.value);
      await show(record.id);
      return ok({ storeId: record.id });
    });
  }
}
