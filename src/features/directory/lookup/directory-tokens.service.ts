import { createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { hashApiKey, pepperIdOf } from '../../../core/auth/api-keys/api-key.format.js';
import { LookupCache, type Found } from '../../../core/database/lookup-cache.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { DataEnv, Tenant } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { prefixOf } from '../rules/token.format.js';
import { TokenUsage } from './token-usage.js';
import { REHASH_TOKEN, TOKEN_BY_PREFIX } from './tokens.queries.js';

// A revoked token stops working within a second in every process, like an API key.
const CACHE = { maxAgeMs: 800, refreshAfterMs: 500, maxEntries: 1_000 };

/** The directory that sent a token. */
export interface DirectoryCaller {
  readonly tenant: Tenant;
  readonly tokenId: string;
  readonly allowlist: readonly string[];
}

interface TokenRow {
  token_id: string;
  client_id: string;
  data_env: DataEnv;
  secret_hash: Buffer;
  pepper_id: string;
  expires_at: Date;
  allowlist: string[];
}

/** Finds the directory of a token (directory 2.5). */
@Injectable()
export class DirectoryTokens {
  private readonly logger = new Logger(DirectoryTokens.name);
  private readonly peppers: readonly KeyObject[];
  private readonly cache: LookupCache<DirectoryCaller>;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly reads: SystemQueries,
    private readonly usage: TokenUsage,
    private readonly clock: Clock,
  ) {
    const { pepper, otherPeppers } = settings.apiKeys;
    this.peppers = [pepper, ...otherPeppers].map((it) => createSecretKey(it));
    this.cache = new LookupCache(clock, CACHE);
  }

  /** @returns null for a token that does not count */
  async find(text: string): Promise<DirectoryCaller | null> {
    const caller = await this.cache.find(text, () => this.lookUp(text));
    if (caller) this.usage.note(caller.tokenId, this.clock.now());
    return caller;
  }

  private async lookUp(text: string): Promise<Found<DirectoryCaller> | null> {
    const prefix = prefixOf(text);
    if (prefix === null) return null;
    const [row] = await this.reads.query<TokenRow>(TOKEN_BY_PREFIX, [prefix, this.clock.now()]);
    const hashes = this.peppers.map((pepper) => hashApiKey(pepper, text));
    if (!row || !hashes.some((hash) => timingSafeEqual(hash, row.secret_hash))) return null;
    if (row.pepper_id !== pepperIdOf(this.peppers[0]!)) await this.rehash(row, hashes[0]!);
    const tenant = { clientId: row.client_id, dataEnv: row.data_env };
    const value = { tenant, tokenId: row.token_id, allowlist: row.allowlist };
    return { value, endsAt: row.expires_at.getTime() };
  }

  /** The token remains valid while the store takes no writes; the next use tries again. */
  private async rehash({ token_id: id, secret_hash: old }: TokenRow, fresh: Buffer): Promise<void> {
    try {
      await this.reads.query(REHASH_TOKEN, [id, old, fresh, pepperIdOf(this.peppers[0]!)]);
    } catch (error) {
      this.logger.warn({ msg: 'token not stored under the current pepper', reason: reasonOf(error) });
    }
  }
}
