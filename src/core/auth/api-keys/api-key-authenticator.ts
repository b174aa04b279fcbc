import { createSecretKey, KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { LookupCache, type Found } from '../../database/lookup-cache.js';
import { SystemQueries } from '../../database/metadata/system-queries.js';
import { Clock } from '../../time/clock.js';
import { hashApiKey, parseApiKey, pepperFingerprintOf, pepperIdOf } from './api-key.format.js';
import { ApiKeyUsage } from './api-key-usage.js';
import type { DataEnv } from '../../shared/auth-context.js';
import type { ApiKeyCaller } from '../caller.js';
import { API_KEY_BY_PREFIX, REHASH_API_KEY } from '../identity.queries.js';
import { reasonOf } from '../../shared/platform-error.js';
import type { Scope } from '../../shared/roles.js';

// A revoked key must stop within a second in every process; 800 ms leaves time for the request.
const CACHE_MS = 800;
// Leaves 300 ms for the answer, so that a key in steady use never waits.
const REFRESH_AFTER_MS = 500;
// About 1 KB per entry. With more keys in use, the database is only queried more often.
const CACHE_ENTRIES = 5_000;

interface KeyRow {
  key_id: string;
  client_id: string;
  data_env: DataEnv;
  scope: Scope;
  description: string;
  secret_hash: Buffer;
  pepper_id: string | null;
  created_by: string;
  organisation_id: string | null;
  expires_at: Date | null;
  allowlist: string[];
}

@Injectable()
export class ApiKeyAuthenticator {
  private readonly logger = new Logger(ApiKeyAuthenticator.name);
  /** The first hashes; keys stored under the others are valid, too. */
  private readonly peppers: readonly KeyObject[];
  private readonly pepperId: string;
  private readonly fingerprint: Buffer;
  // Indexed by the text of the key, which request headers keep in memory anyway.
  private readonly cache: LookupCache<ApiKeyCaller>;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly reads: SystemQueries,
    private readonly usage: ApiKeyUsage,
    private readonly clock: Clock,
  ) {
    const { pepper, otherPeppers } = settings.apiKeys;
    const current = createSecretKey(pepper);
    this.peppers = [current, ...otherPeppers.map((other) => createSecretKey(other))];
    this.pepperId = pepperIdOf(current);
    this.fingerprint = pepperFingerprintOf(pepper);
    this.cache = new LookupCache(clock, {
      maxAgeMs: CACHE_MS,
      refreshAfterMs: REFRESH_AFTER_MS,
      maxEntries: CACHE_ENTRIES,
    });
  }

  /**
   * The caller of a key that was verified a moment ago, else null. Most requests take this path,
   * which skips passport and the peppered hash.
   */
  recall(text: string): ApiKeyCaller | null {
    return this.used(this.cache.recall(text, () => this.lookUp(text)));
  }

  /** The caller; null for a malformed, unknown, revoked or expired key, or one of a suspended client. */
  async authenticate(text: string): Promise<ApiKeyCaller | null> {
    return this.used(await this.cache.find(text, () => this.lookUp(text)));
  }

  private async lookUp(text: string): Promise<Found<ApiKeyCaller> | null> {
    const parsed = parseApiKey(text);
    if (!parsed) return null;
    const hashes = this.peppers.map((pepper) => hashApiKey(pepper, text));
    const [row] = await this.reads.query<KeyRow>(API_KEY_BY_PREFIX, [parsed.keyPrefix, this.clock.now()]);
    if (!row || row.data_env !== parsed.dataEnv || !hashes.some((it) => isSame(row.secret_hash, it)))
      return null;
    if (row.pepper_id !== this.pepperId) await this.rehash(row, hashes[0]!);
    return { value: callerOf(row), ...(row.expires_at ? { endsAt: row.expires_at.getTime() } : {}) };
  }

  /** The key is valid even if the store accepts no writes; its next use tries again. */
  private async rehash({ key_id: keyId, secret_hash: old }: KeyRow, fresh: Buffer): Promise<void> {
    try {
      await this.reads.query(REHASH_API_KEY, [keyId, old, fresh, this.pepperId, this.fingerprint]);
    } catch (error) {
      this.logger.warn({ msg: 'API key not stored under the current pepper', reason: reasonOf(error) });
    }
  }

  private used(caller: ApiKeyCaller | null): ApiKeyCaller | null {
    if (caller) this.usage.note(caller.principal.id, this.clock.now());
    return caller;
  }
}

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

function callerOf(row: KeyRow): ApiKeyCaller {
  return {
    kind: 'api_key',
    tenant: { clientId: row.client_id, dataEnv: row.data_env },
    scope: row.scope,
    principal: {
      kind: 'api_key',
      id: row.key_id,
      description: row.description,
      createdBy: row.created_by,
      expiresAt: row.expires_at,
      organisationId: row.organisation_id,
    },
    allowlist: row.allowlist,
  };
}
