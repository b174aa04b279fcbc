import { createSecretKey, KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { mintApiKey, pepperIdOf } from '../../../core/auth/api-keys/api-key.format.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable, type PlatformError } from '../../../core/shared/platform-error.js';
import { ApiKeyEntity } from '../../../core/auth/api-keys/api-key.entity.js';
import { TenantKeySettingsEntity } from '../partner.entities.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import type { ApiKeyRecord } from './api-keys.response.js';
import { KEY_STANDINGS } from './api-keys.queries.js';
import { keyStatus } from './key-status.policy.js';
import { endWithin, lifetimeFrom, lifetimeProblem } from './key-terms.policy.js';
import { PARTNER_ACTIONS } from '../partner.audit.js';
import type { Scope } from '../../../core/shared/roles.js';

/** The terms of a new key: its scope, its organisation and its lifetime. */
export interface KeyTerms {
  readonly description: string;
  readonly scope: Scope;
  /** The partner organisation it belongs to and stops with; null for other than partner scopes. */
  readonly organisationId: string | null;
  /** null: the longest lifetime of the tenant's keys, or never. */
  readonly expiresAt: Date | null;
  /**
   * The key that it replaces, the end of that key's grace period, and whether the new key has an
   * expiry of its own.
   */
  readonly rotation?: {
    readonly fromKeyId: string;
    readonly graceExpiresAt: Date | null;
    readonly keepsEnd: boolean;
  };
}

/** A new key: its record, and the text that only its owner gets. */
export interface IssuedKey {
  readonly record: ApiKeyRecord;
  readonly text: string;
}

/** Creates API keys, for partners and for operators. */
@Injectable()
export class ApiKeyIssuer {
  private readonly pepper: KeyObject;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly clock: Clock,
  ) {
    this.pepper = createSecretKey(settings.apiKeys.pepper);
  }

  /**
   * Writes the record of a new key with its audit row. The key works as soon as the transaction is
   * committed.
   * @throws 422 for an expiry beyond the tenant's longest lifetime; a key that inherits another
   *   one's expiry ends with that lifetime instead
   */
  async issue(tx: UnitOfWork, auth: AuthContext, terms: KeyTerms): Promise<IssuedKey> {
    const { description, scope, organisationId, rotation } = terms;
    const { text, ...stored } = mintApiKey(this.pepper, auth.dataEnv);
    const now = this.clock.now();
    const settings = await tx.repo(TenantKeySettingsEntity).findOne({});
    const lifetime = lifetimeFrom(now, settings?.longestLifetimeDays ?? null);
    const problem = rotation?.keepsEnd ? null : lifetimeProblem(terms.expiresAt, lifetime);
    if (problem !== null) throw expiryInvalid(problem);
    const expiresAt = endWithin(terms.expiresAt, lifetime);
    const keys = tx.repo(ApiKeyEntity);
    await keys.insert({
      ...stored,
      pepperId: pepperIdOf(this.pepper),
      description,
      scope,
      organisationId,
      expiresAt,
      rotatedFromKeyId: rotation?.fromKeyId ?? null,
      createdBy: auth.principal.id,
      createdAt: now,
    });
    const key = await keys.findOne({ keyPrefix: stored.keyPrefix });
    if (!key) throw new Error('A key that was just inserted cannot be found.');
    await tx.auditDone(rotation ? PARTNER_ACTIONS.keyRotated : PARTNER_ACTIONS.keyCreated, {
      key_id: key.keyId,
      key_scope: scope,
      expires_at_utc: expiresAt?.toISOString() ?? null,
      ...(rotation
        ? {
            rotated_from_key_id: rotation.fromKeyId,
            grace_expires_at_utc: rotation.graceExpiresAt?.toISOString() ?? null,
          }
        : {}),
    });
    const [record] = await recordsOf(tx, [key], now);
    return { record: record!, text };
  }
}

/** The error 422 for the expiry of a new key. */
export const expiryInvalid = (message: string): PlatformError =>
  unprocessable({ loc: ['body', 'expires_at_utc'], message, type: 'expiry_invalid' });

/** The part of a key's record that depends on other rows than the key. */
interface KeyStanding {
  readonly key_id: string;
  readonly created_by_active: boolean;
  readonly organisation_active: boolean;
}

/** Keys of the tenant in responses at one moment, in the given order. */
export async function recordsOf(
  db: StoreReader,
  keys: readonly ApiKeyEntity[],
  now: Date,
): Promise<ApiKeyRecord[]> {
  if (keys.length === 0) return [];
  const rows = await db.query<KeyStanding>(KEY_STANDINGS, [keys.map(({ keyId }) => keyId)]);
  const standings = new Map(rows.map((row) => [row.key_id, row]));
  return keys.map((key) => recordOf(key, standings.get(key.keyId), now));
}

const recordOf = (key: ApiKeyEntity, standing: KeyStanding | undefined, now: Date): ApiKeyRecord => ({
  key_id: key.keyId,
  key_prefix: key.keyPrefix,
  last_four: key.lastFour,
  description: key.description,
  scope: key.scope,
  client_id: key.clientId,
  data_env: key.dataEnv,
  status: keyStatus(key, now),
  organisation_active: standing?.organisation_active ?? false,
  created_at_utc: key.createdAt.toISOString(),
  created_by: key.createdBy,
  created_by_active: standing?.created_by_active ?? false,
  expires_at_utc: key.expiresAt?.toISOString() ?? null,
  last_used_at_utc: key.lastUsedAt?.toISOString() ?? null,
  rotated_from_key_id: key.rotatedFromKeyId,
  replaced_by_key_id: key.replacedByKeyId,
  grace_expires_at_utc: key.graceExpiresAt?.toISOString() ?? null,
  revoked_at_utc: key.revokedAt?.toISOString() ?? null,
  revoked_by: key.revokedBy,
  updated_at_utc: (key.updatedAt ?? key.revokedAt ?? key.createdAt).toISOString(),
  updated_by: key.updatedBy ?? key.revokedBy ?? key.createdBy,
});
