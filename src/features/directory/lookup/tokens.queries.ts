import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The token with the prefix $1 that is valid at $2: its client is not suspended, and the directory is on. */
export const TOKEN_BY_PREFIX = namedQuery('directory_token_by_prefix')`
    SELECT t.token_id, t.client_id, t.data_env, t.secret_hash, t.pepper_id, t.expires_at,
           ARRAY(SELECT l.network::text FROM tenant_ip_allowlist l
                  WHERE l.client_id = t.client_id AND l.data_env = t.data_env) AS allowlist
      FROM directory_tokens t
      JOIN directory_settings s ON s.client_id = t.client_id AND s.data_env = t.data_env AND s.is_on
      JOIN clients c ON c.client_id = t.client_id AND c.status <> 'suspended'
     WHERE t.token_prefix = $1 AND t.revoked_at IS NULL AND t.expires_at > $2`;

export const TOUCH_TOKENS = namedQuery('touch_directory_tokens')`
    UPDATE directory_tokens t SET last_used_at = used.at
      FROM unnest($1::uuid[], $2::timestamptz[]) AS used(token_id, at)
     WHERE t.token_id = used.token_id AND (t.last_used_at IS NULL OR t.last_used_at < used.at)`;

/** Stores a token's hash ($3) under the pepper $4, unless it has changed since it was read ($2). */
export const REHASH_TOKEN = namedQuery('rehash_directory_token')`
    UPDATE directory_tokens t SET secret_hash = $3, pepper_id = $4 WHERE t.token_id = $1 AND t.secret_hash = $2`;
