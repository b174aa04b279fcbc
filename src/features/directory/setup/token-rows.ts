import { tokenStatus } from '../rules/token-terms.policy.js';
import type { DirectoryTokenResponse } from './setup.response.js';

export interface TokenRow {
  readonly token_id: string;
  readonly name: string;
  readonly last_four: string;
  readonly created_at: Date;
  readonly created_by: string;
  readonly expires_at: Date;
  readonly replaced_by: string | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
}

export const tokenOfRow = (row: TokenRow, now: Date): DirectoryTokenResponse => ({
  token_id: row.token_id,
  name: row.name,
  last_four: row.last_four,
  status: tokenStatus(row, now),
  created_at_utc: row.created_at.toISOString(),
  created_by: row.created_by,
  expires_at_utc: row.expires_at.toISOString(),
  last_used_at_utc: row.last_used_at?.toISOString() ?? null,
});
