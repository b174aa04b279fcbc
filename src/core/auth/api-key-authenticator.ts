import { createSecretKey, KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/settings.js';
import type { Settings } from '../../config/settings.js';
import { HotReads } from '../metadata/hot-reads.js';
import { Clock } from '../time/clock.js';
import { hashApiKey, parseApiKey } from './api-key.format.js';
import { ApiKeyUsage } from './api-key-usage.js';
import type { DataEnv, Scope } from './auth-context.js';
import type { ApiKeyCaller } from './caller.js';
import { API_KEY_BY_PREFIX } from './identity.queries.js';

// A revoked key must stop within one second in every process; 800 ms leaves room for the request itself.
const CACHE_MS = 800;
// About 1 KB an entry; more keys in use within one second only ask the database more often.
const CACHE_ENTRIES = 5_000;

interface KeyRow {
  key_id: string;
  client_id: string;
  data_env: DataEnv;
  scope: Scope;
  description: string;
  secret_hash: Buffer;
  expires_at: Date | null;
  allowlist: string[];
}

/** Turns the text of an API key into its caller. */
@Injectable()
export class ApiKeyAuthenticator {
  private readonly pepper: KeyObject;
  // By the text of the key itself: for as long as it is in use it stands in memory anyway, in each request's headers.
  private readonly cache = new Map<string, { caller: ApiKeyCaller; until: number }>();

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly reads: HotReads,
    private readonly usage: ApiKeyUsage,
    private readonly clock: Clock,
  ) {
    this.pepper = createSecretKey(settings.apiKeys.pepper);
  }

  /**
   * The caller of a key that was found good a moment ago, else null: nine of ten requests of a busy key, which
   * therefore pay neither for passport and its promises nor for the peppered hash.
   */
  recall(text: string): ApiKeyCaller | null {
    const cached = this.cache.get(text);
    if (!cached) return null;
    const now = this.clock.now();
    if (cached.until <= now.getTime()) return null;
    this.usage.note(cached.caller.principal.id, now);
    return cached.caller;
  }

  /** The caller, or null for any key that is malformed, unknown, revoked, expired or of a suspended client. */
  async authenticate(text: string): Promise<ApiKeyCaller | null> {
    const parsed = parseApiKey(text);
    if (!parsed) return null;
    const now = this.clock.now();
    const secretHash = hashApiKey(this.pepper, text);
    const [row] = await this.reads.query<KeyRow>(API_KEY_BY_PREFIX, [parsed.keyPrefix, now]);
    if (!row || row.data_env !== parsed.dataEnv || !isSame(row.secret_hash, secretHash)) return null;
    const caller = callerOf(row);
    if (this.cache.size >= CACHE_ENTRIES) this.cache.clear();
    const until = Math.min(now.getTime() + CACHE_MS, row.expires_at?.getTime() ?? Infinity);
    this.cache.set(text, { caller, until });
    this.usage.note(row.key_id, now);
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
    principal: { kind: 'api_key', id: row.key_id, description: row.description, expiresAt: row.expires_at },
    allowlist: row.allowlist,
  };
}
