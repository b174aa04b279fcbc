import { createSecretKey, KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../config/settings.js';
import type { Settings } from '../../../config/settings.js';
import { mintApiKey } from '../../../core/auth/api-key.format.js';
import type { AuthContext, Scope } from '../../../core/auth/auth-context.js';
import { ApiKeyEntity } from '../../../core/metadata/entities/api-key.entity.js';
import type { MetadataTransaction } from '../../../core/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import type { ApiKeyRecord } from './api-keys.response.js';
import { keyStatus } from './key-status.policy.js';

/** What a new key may do, and how long. */
export interface KeyTerms {
  readonly description: string;
  readonly scope: Scope;
  readonly expiresAt: Date | null;
  /** The key whose place it takes, and until when that one goes on working. */
  readonly rotation?: { readonly fromKeyId: string; readonly graceExpiresAt: Date | null };
}

/** A key that was made within a transaction: its record, and the text that goes to its owner and nowhere else. */
export interface IssuedKey {
  readonly record: ApiKeyRecord;
  readonly text: string;
}

/** Makes API keys, for partners and for operators alike. */
@Injectable()
export class ApiKeyIssuer {
  private readonly pepper: KeyObject;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly clock: Clock,
  ) {
    this.pepper = createSecretKey(settings.apiKeys.pepper);
  }

  /** Writes the record of a new key with its audit row. The key works as soon as the transaction is committed. */
  async issue(tx: MetadataTransaction, auth: AuthContext, terms: KeyTerms): Promise<IssuedKey> {
    const { description, scope, expiresAt, rotation } = terms;
    const { text, ...stored } = mintApiKey(this.pepper, auth.dataEnv);
    const now = this.clock.now();
    const keys = tx.repo(ApiKeyEntity);
    await keys.insert({
      ...stored,
      description,
      scope,
      expiresAt,
      rotatedFromKeyId: rotation?.fromKeyId ?? null,
      createdBy: auth.principal.id,
      createdAt: now,
    });
    const key = await keys.findOne({ keyPrefix: stored.keyPrefix });
    if (!key) throw new Error('A key that was just inserted is not there.');
    await tx.audit({
      action: rotation ? 'api_key.rotated' : 'api_key.created',
      outcome: 'success',
      metadata: {
        key_id: key.keyId,
        key_scope: scope,
        expires_at_utc: expiresAt?.toISOString() ?? null,
        ...(rotation
          ? {
              rotated_from_key_id: rotation.fromKeyId,
              grace_expires_at_utc: rotation.graceExpiresAt?.toISOString() ?? null,
            }
          : {}),
      },
    });
    return { record: recordOf(key, now), text };
  }
}

/** A key as its owner may see it, at a moment. */
export const recordOf = (key: ApiKeyEntity, now: Date): ApiKeyRecord => ({
  key_id: key.keyId,
  key_prefix: key.keyPrefix,
  last_four: key.lastFour,
  description: key.description,
  scope: key.scope,
  client_id: key.clientId,
  data_env: key.dataEnv,
  status: keyStatus(key, now),
  created_at_utc: key.createdAt.toISOString(),
  created_by: key.createdBy,
  expires_at_utc: key.expiresAt?.toISOString() ?? null,
  last_used_at_utc: key.lastUsedAt?.toISOString() ?? null,
  rotated_from_key_id: key.rotatedFromKeyId,
  replaced_by_key_id: key.replacedByKeyId,
  grace_expires_at_utc: key.graceExpiresAt?.toISOString() ?? null,
  revoked_at_utc: key.revokedAt?.toISOString() ?? null,
  revoked_by: key.revokedBy,
});
