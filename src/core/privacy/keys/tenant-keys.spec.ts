import { type KeyObject, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tenant } from '../../shared/auth-context.js';
import { PlatformError } from '../../shared/platform-error.js';
import { Clock } from '../../time/clock.js';
import type { KeyContext, KeyProvider } from '../providers/key-provider.js';
import { KeyProviders } from '../providers/key-providers.js';
import { LocalKeyProvider } from '../providers/local-key-provider.js';
import { KeyUnavailableError } from '../privacy.errors.js';
import { type KeyPurpose, TenantKeys, type TenantKeyStore, type WrappedKey } from './tenant-keys.js';

class HandClock extends Clock {
  at = Date.UTC(2026, 0, 1);
  override now(): Date {
    return new Date(this.at);
  }
  forward(ms: number): void {
    this.at += ms;
  }
}

class MemoryStore implements TenantKeyStore {
  lists = 0;
  failure: Error | null = null;
  readonly keys = new Map<string, WrappedKey[]>();

  async list(tenant: Tenant, purpose: KeyPurpose): Promise<readonly WrappedKey[]> {
    this.lists++;
    if (this.failure) throw this.failure;
    return [...this.of(tenant, purpose)];
  }

  async insertFirst(tenant: Tenant, purpose: KeyPurpose, key: WrappedKey): Promise<WrappedKey> {
    const stored = this.of(tenant, purpose);
    if (stored.length === 0) stored.push(key);
    return stored[0] ?? key;
  }

  of({ clientId, dataEnv }: Tenant, purpose: KeyPurpose): WrappedKey[] {
    const name = `${clientId} ${dataEnv} ${purpose}`;
    const found = this.keys.get(name) ?? [];
    this.keys.set(name, found);
    return found;
  }
}

/** The real local provider, which also records its requests and results for the tests. */
class WatchedProvider implements KeyProvider {
  unwraps = 0;
  failures = 0;
  readonly plaintexts: Buffer[] = [];
  constructor(
    private readonly real: KeyProvider,
    readonly id = real.id,
  ) {}

  wrap(plaintext: Buffer, context: KeyContext): Promise<Buffer> {
    this.plaintexts.push(plaintext);
    return this.real.wrap(plaintext, context);
  }

  async unwrap(wrapped: Buffer, context: KeyContext): Promise<Buffer> {
    this.unwraps++;
    if (this.failures > 0) {
      this.failures--;
      throw new Error('provider is away');
    }
    const plaintext = await this.real.unwrap(wrapped, context);
    this.plaintexts.push(plaintext);
    return plaintext;
  }

  selfCheck(): Promise<void> {
    return this.real.selfCheck();
  }
}

const FIVE_MINUTES = 300_000;
const ACME: Tenant = { clientId: 'acme', dataEnv: 'prod' };
const bytesOf = (key: KeyObject): string => key.export().toString('hex');

let folder: string;
let local: LocalKeyProvider;
let store: MemoryStore;
let provider: WatchedProvider;
let clock: HandClock;
let keys: TenantKeys;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenant-keys-'));
  await writeFile(join(folder, 'master'), randomBytes(32).toString('base64'));
  local = await LocalKeyProvider.open(join(folder, 'master'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  store = new MemoryStore();
  provider = new WatchedProvider(local);
  clock = new HandClock();
  keys = new TenantKeys(store, new KeyProviders(provider), clock);
});

const another = () => new TenantKeys(store, new KeyProviders(provider), clock);

async function rotated(keyId: string): Promise<void> {
  const wrapped = await local.wrap(randomBytes(32), {
    client_id: 'acme',
    data_env: 'prod',
    purpose: 'encryption',
  });
  store.of(ACME, 'encryption').unshift({ keyId, wrapped, providerId: local.id });
}

describe('TenantKeys', () => {
  // privacy 6.2
  it('makes the first key once and finds it again in another process, by id too', async () => {
    const first = await keys.current(ACME, 'encryption');
    const elsewhere = await another().current(ACME, 'encryption');
    const byId = await another().byId(ACME, 'encryption', first.keyId);
    expect(first.keyId).toMatch(/^[A-Za-z0-9_-]{12}$/);
    expect(elsewhere.keyId).toBe(first.keyId);
    expect(bytesOf(elsewhere.key)).toBe(bytesOf(first.key));
    expect(bytesOf(byId.key)).toBe(bytesOf(first.key));
    expect(store.of(ACME, 'encryption')).toHaveLength(1);
  });

  // privacy 6.2
  it('gives every tenant, environment and purpose a key of its own', async () => {
    const all = await Promise.all([
      keys.current(ACME, 'encryption'),
      keys.current(ACME, 'matching'),
      keys.current({ clientId: 'acme', dataEnv: 'dev' }, 'encryption'),
      keys.current({ clientId: 'other', dataEnv: 'prod' }, 'encryption'),
    ]);
    expect(new Set(all.map(({ key }) => bytesOf(key))).size).toBe(4);
  });

  it('takes the key of the winner when two processes make the first one at once', async () => {
    const both = await Promise.all([keys.current(ACME, 'matching'), another().current(ACME, 'matching')]);
    expect(both[0].keyId).toBe(both[1].keyId);
    expect(bytesOf(both[0].key)).toBe(bytesOf(both[1].key));
  });

  it('asks store and provider once for any number of concurrent misses', async () => {
    const { keyId } = await another().current(ACME, 'encryption');
    store.lists = 0;
    provider.unwraps = 0;
    await Promise.all(Array.from({ length: 50 }, () => keys.byId(ACME, 'encryption', keyId)));
    await Promise.all(Array.from({ length: 50 }, () => keys.current(ACME, 'encryption')));
    expect({ lists: store.lists, unwraps: provider.unwraps }).toEqual({ lists: 2, unwraps: 1 });
  });

  // privacy 6.3
  it('keeps a key for five minutes, as the current one and by id, and not longer', async () => {
    const { keyId } = await keys.current(ACME, 'encryption');
    clock.forward(FIVE_MINUTES - 1);
    await keys.current(ACME, 'encryption');
    await keys.byId(ACME, 'encryption', keyId);
    expect(provider.unwraps).toBe(1);
    clock.forward(1);
    await keys.current(ACME, 'encryption');
    expect(provider.unwraps).toBe(2);
  });

  it('does not let the current key outlive its own unwrapping', async () => {
    const { keyId } = await another().current(ACME, 'encryption');
    await keys.byId(ACME, 'encryption', keyId);
    clock.forward(FIVE_MINUTES - 1);
    await keys.current(ACME, 'encryption');
    provider.failures = 1;
    clock.forward(1);
    await expect(keys.current(ACME, 'encryption')).rejects.toThrow(KeyUnavailableError);
  });

  it('turns to a rotated key within five minutes and still opens the old one by its id', async () => {
    const old = await keys.current(ACME, 'encryption');
    await rotated('second');
    clock.forward(FIVE_MINUTES);
    expect((await keys.current(ACME, 'encryption')).keyId).toBe('second');
    expect(bytesOf((await keys.byId(ACME, 'encryption', old.keyId)).key)).toBe(bytesOf(old.key));
  });

  it('names every key, the current one first', async () => {
    const old = await keys.current(ACME, 'encryption');
    expect(await keys.all(ACME, 'encryption')).toEqual([old]);
    await rotated('second');
    clock.forward(FIVE_MINUTES);
    expect((await keys.all(ACME, 'encryption')).map(({ keyId }) => keyId)).toEqual(['second', old.keyId]);
  });

  it('drops the least recently used keys beyond 2000 entries', async () => {
    await keys.current(ACME, 'encryption');
    // Two entries per tenant: 999 others just fit, and each further one evicts the oldest.
    for (let n = 0; n < 999; n++) await keys.current({ clientId: `c${n}`, dataEnv: 'prod' }, 'encryption');
    const unwraps = provider.unwraps;
    await keys.current(ACME, 'encryption');
    expect(provider.unwraps).toBe(unwraps);
    await keys.current({ clientId: 'c999', dataEnv: 'prod' }, 'encryption');
    await keys.current({ clientId: 'c1000', dataEnv: 'prod' }, 'encryption');
    await keys.current(ACME, 'encryption');
    expect(provider.unwraps).toBe(unwraps + 2);
    await keys.current({ clientId: 'c0', dataEnv: 'prod' }, 'encryption');
    expect(provider.unwraps).toBe(unwraps + 3);
  });

  it('shares a failure with those who wait for it and asks again afterwards', async () => {
    provider.failures = 1;
    const waiting = await Promise.allSettled([
      keys.current(ACME, 'encryption'),
      keys.current(ACME, 'encryption'),
    ]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(keys.current(ACME, 'encryption')).resolves.toHaveProperty('keyId');
  });

  it('reports a store that cannot be read as a missing key, which a caller sees as 503', async () => {
    store.failure = new Error('connection refused');
    const error: unknown = await keys.current(ACME, 'matching').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KeyUnavailableError);
    expect((error as PlatformError).entry.status).toBe(503);
    expect(inspect(error)).toContain('connection refused');
    store.failure = null;
    await expect(keys.current(ACME, 'matching')).resolves.toHaveProperty('keyId');
  });

  it('refuses an unknown id, a key wrapped by another provider, and one moved from another tenant', async () => {
    const { keyId } = await keys.current(ACME, 'encryption');
    await expect(keys.byId(ACME, 'encryption', 'nobody')).rejects.toThrow(KeyUnavailableError);
    await expect(keys.byId(ACME, 'matching', keyId)).rejects.toThrow(KeyUnavailableError);

    const foreign = new TenantKeys(store, new KeyProviders(new WatchedProvider(local, 'aws-kms')), clock);
    await expect(foreign.current(ACME, 'encryption')).rejects.toThrow(KeyUnavailableError);

    const thief: Tenant = { clientId: 'thief', dataEnv: 'prod' };
    store.of(thief, 'encryption').push(...store.of(ACME, 'encryption'));
    await expect(keys.byId(thief, 'encryption', keyId)).rejects.toThrow(KeyUnavailableError);
  });

  // privacy 6.10
  it('unwraps what a provider wrapped that is no longer the current one, and wraps it again', async () => {
    const { keyId, key } = await keys.current(ACME, 'encryption');
    const next = new WatchedProvider(local, 'aws-kms:12345678');
    const changed = new TenantKeys(store, new KeyProviders(next, [provider]), clock);
    expect(await changed.byId(ACME, 'encryption', keyId)).toMatchObject({ keyId, key });
    const again = await changed.wrapAgain(ACME, 'encryption', store.of(ACME, 'encryption')[0]!);
    expect(again).toMatchObject({ keyId, providerId: next.id });

    store.of(ACME, 'encryption').splice(0, 1, again);
    const later = new TenantKeys(store, new KeyProviders(next), clock);
    expect((await later.byId(ACME, 'encryption', keyId)).key).toEqual(key);
    // As an earlier version stored it.
    store.of(ACME, 'encryption').splice(0, 1, { ...again, providerId: 'aws-kms' });
    const earlier = new TenantKeys(store, new KeyProviders(provider, [next]), clock);
    expect((await earlier.byId(ACME, 'encryption', keyId)).key).toEqual(key);
  });

  it('refuses a key of a wrong length', async () => {
    const context = { client_id: 'acme', data_env: 'prod', purpose: 'encryption' };
    const wrapped = await local.wrap(randomBytes(16), context);
    store.of(ACME, 'encryption').push({ keyId: 'short', wrapped, providerId: local.id });
    await expect(keys.current(ACME, 'encryption')).rejects.toThrow(KeyUnavailableError);
  });

  it('overwrites every clear key once it is a KeyObject, also when something fails on the way', async () => {
    await keys.current(ACME, 'encryption');
    provider.failures = 1;
    await keys.current(ACME, 'matching').catch(() => undefined);
    expect(provider.plaintexts).toHaveLength(3);
    for (const plaintext of provider.plaintexts) expect(plaintext.every((byte) => byte === 0)).toBe(true);
  });
});
