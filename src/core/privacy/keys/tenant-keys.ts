import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Tenant } from '../../shared/auth-context.js';
import { LookupCache } from '../../database/lookup-cache.js';
import type { Clock } from '../../time/clock.js';
import type { KeyContext } from '../providers/key-provider.js';
import type { KeyProviders } from '../providers/key-providers.js';
import { KeyGoneError, KeyUnavailableError } from '../privacy.errors.js';

/** Sealing and matching never share a key: code that compares callers need not read them. */
export type KeyPurpose = 'encryption' | 'matching';

export interface TenantKey {
  /** Stored with every value that the key sealed or hashed, to find the key after a rotation. */
  readonly keyId: string;
  readonly key: KeyObject;
}

export interface WrappedKey {
  readonly keyId: string;
  readonly wrapped: Buffer;
  readonly providerId: string;
}

export interface TenantKeyStore {
  /**
   * All keys of the tenant for the purpose, including retired ones; the newest active one first.
   */
  list(tenant: Tenant, purpose: KeyPurpose): Promise<readonly WrappedKey[]>;
  /** Stores the key unless the tenant has one for the purpose; returns the stored one. */
  insertFirst(tenant: Tenant, purpose: KeyPurpose, key: WrappedKey): Promise<WrappedKey>;
}

interface CachedKey {
  readonly key: TenantKey;
  readonly askedAt: number;
  /** For the current key: the ids of earlier keys, newest first. */
  readonly olderIds?: readonly string[];
}

const KEY_BYTES = 32;
// 72 random bits: no two keys of a tenant get the same id, and every sealed value contains the 12
// characters.
const KEY_ID_BYTES = 9;
// A key disabled at the provider works in a running process for this long; a busy tenant costs one
// call to the provider in this time.
const CACHE_MS = 5 * 60_000;
// A tenant needs four entries. The number is small to limit how many plain keys a process holds.
const CACHE_ENTRIES = 2000;

/**
 * The tenants' data keys, unwrapped and cached (privacy 6.2, 6.3). Every failure is a
 * KeyUnavailableError; none is cached.
 */
export class TenantKeys {
  private readonly cache: LookupCache<CachedKey>;

  constructor(
    private readonly store: TenantKeyStore,
    private readonly providers: KeyProviders,
    private readonly clock: Clock,
  ) {
    this.cache = new LookupCache(clock, {
      maxAgeMs: CACHE_MS,
      refreshAfterMs: CACHE_MS,
      maxEntries: CACHE_ENTRIES,
    });
  }

  /** The key for new values; a tenant's first call creates it. */
  async current(tenant: Tenant, purpose: KeyPurpose): Promise<TenantKey> {
    return (await this.newest(tenant, purpose)).key;
  }

  /** The ids of all keys that the tenant has or had, newest first. */
  async ids(tenant: Tenant, purpose: KeyPurpose): Promise<readonly string[]> {
    const { key, olderIds = [] } = await this.newest(tenant, purpose);
    return [key.keyId, ...olderIds];
  }

  /** The current key and those earlier ones that are available, newest first. */
  async every(tenant: Tenant, purpose: KeyPurpose): Promise<readonly TenantKey[]> {
    const { key, olderIds = [] } = await this.newest(tenant, purpose);
    const older = await Promise.all(
      olderIds.map((keyId) => this.byId(tenant, purpose, keyId).catch(() => null)),
    );
    return [key, ...older.filter((it) => it !== null)];
  }

  async byId(tenant: Tenant, purpose: KeyPurpose, keyId: string): Promise<TenantKey> {
    const { key } = await this.unwrapped(tenant, purpose, keyId, async () => {
      const found = (await this.list(tenant, purpose)).find((it) => it.keyId === keyId);
      if (!found) throw new KeyGoneError(`The tenant has no ${purpose} key of that id`);
      return found;
    });
    return key;
  }

  /**
   * All keys of the tenant for the purpose, the current one first: a value hashed before a rotation
   * is found under its old key. If one is unavailable, the call fails.
   */
  async all(tenant: Tenant, purpose: KeyPurpose): Promise<readonly TenantKey[]> {
    const ids = await this.ids(tenant, purpose);
    return Promise.all(ids.map((keyId) => this.byId(tenant, purpose, keyId)));
  }

  /** Never longer than the unwrapped key itself is cached. */
  private newest(tenant: Tenant, purpose: KeyPurpose): Promise<CachedKey> {
    return this.cached(tenant, purpose, null, async () => {
      const [newest, ...older] = await this.list(tenant, purpose);
      const stored = newest ?? (await this.createFirst(tenant, purpose));
      const current = await this.unwrapped(tenant, purpose, stored.keyId, () => Promise.resolve(stored));
      return { ...current, olderIds: older.map(({ keyId }) => keyId) };
    });
  }

  private async list(tenant: Tenant, purpose: KeyPurpose): Promise<readonly WrappedKey[]> {
    return this.store.list(tenant, purpose).catch(failed(`The tenant's ${purpose} keys cannot be read`));
  }

  /** A new key, wrapped and not stored. @throws KeyUnavailableError */
  async make(tenant: Tenant, purpose: KeyPurpose): Promise<WrappedKey> {
    const bytes = randomBytes(KEY_BYTES);
    try {
      const { id: providerId } = this.providers.current;
      const wrapped = await this.providers.current.wrap(bytes, context(tenant, purpose));
      return { keyId: randomBytes(KEY_ID_BYTES).toString('base64url'), wrapped, providerId };
    } catch (error) {
      throw new KeyUnavailableError(`A new ${purpose} key cannot be wrapped`, error);
    } finally {
      bytes.fill(0);
    }
  }

  /**
   * The same key, wrapped by the current provider.
   * @throws KeyUnavailableError
   */
  async wrapAgain(tenant: Tenant, purpose: KeyPurpose, stored: WrappedKey): Promise<WrappedKey> {
    const place = context(tenant, purpose);
    const { current } = this.providers;
    const bytes = await this.providers
      .unwrap(stored.wrapped, stored.providerId, place)
      .catch(failed(`The ${purpose} key cannot be unwrapped`));
    try {
      return { ...stored, wrapped: await current.wrap(bytes, place), providerId: current.id };
    } catch (error) {
      throw new KeyUnavailableError(`The ${purpose} key cannot be wrapped again`, error);
    } finally {
      bytes.fill(0);
    }
  }

  // The key that won the race is used. Even our own key is unwrapped from its stored form: a key
  // that cannot be unwrapped must never seal anything.
  private async createFirst(tenant: Tenant, purpose: KeyPurpose): Promise<WrappedKey> {
    try {
      return await this.store.insertFirst(tenant, purpose, await this.make(tenant, purpose));
    } catch (error) {
      throw new KeyUnavailableError(`The tenant's first ${purpose} key cannot be created`, error);
    }
  }

  private unwrapped(
    tenant: Tenant,
    purpose: KeyPurpose,
    keyId: string,
    find: () => Promise<WrappedKey>,
  ): Promise<CachedKey> {
    return this.cached(tenant, purpose, keyId, async (askedAt) => {
      const key = await this.unwrap(tenant, purpose, await find());
      return { key, askedAt };
    });
  }

  private async unwrap(tenant: Tenant, purpose: KeyPurpose, stored: WrappedKey): Promise<TenantKey> {
    const bytes = await this.providers
      .unwrap(stored.wrapped, stored.providerId, context(tenant, purpose))
      .catch(failed(`The ${purpose} key cannot be unwrapped`));
    try {
      if (bytes.length !== KEY_BYTES) throw new KeyUnavailableError(`The ${purpose} key has a wrong length`);
      return { keyId: stored.keyId, key: createSecretKey(bytes) };
    } finally {
      bytes.fill(0);
    }
  }

  /** @param keyId null for the current key */
  private async cached(
    tenant: Tenant,
    purpose: KeyPurpose,
    keyId: string | null,
    load: (askedAt: number) => Promise<CachedKey>,
  ): Promise<CachedKey> {
    const name = JSON.stringify([tenant.clientId, tenant.dataEnv, purpose, keyId]);
    const found = await this.cache.find(name, async () => {
      const value = await load(this.clock.now().getTime());
      return { value, endsAt: value.askedAt + CACHE_MS };
    });
    return found!;
  }
}

const context = (tenant: Tenant, purpose: KeyPurpose): KeyContext => ({
  client_id: tenant.clientId,
  data_env: tenant.dataEnv,
  purpose,
});

const failed =
  (reason: string) =>
  (error: unknown): never => {
    throw new KeyUnavailableError(reason, error);
  };
