import type { ApiKeyEntity } from '../../../core/metadata/entities/api-key.entity.js';
import type { MetadataReader } from '../../../core/metadata/metadata-store.js';
import { KEY_STANDINGS } from './api-keys.queries.js';
import type { ApiKeyRecord } from './api-keys.response.js';
import { keyStatus } from './key-status.policy.js';

/** What a key's record says of others than the key. */
interface KeyStanding {
  readonly key_id: string;
  readonly created_by_active: boolean;
  readonly organisation_active: boolean;
}

/** Keys of the tenant as their owner may see them at a moment, in their order. */
export async function recordsOf(
  db: MetadataReader,
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
});
