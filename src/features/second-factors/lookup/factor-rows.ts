import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { FactorKind } from '../rules/vocabulary.js';
import { FACTORS_OF_PERSON } from './factors.queries.js';

// Enough time to find the telephone; after this, the person adds the factor again.
export const PENDING_MS = 10 * 60_000;

export interface FactorRow {
  factor_id: string;
  kind: FactorKind;
  name: string;
  created_at: Date;
  confirmed_at: Date | null;
  last_used_at: Date | null;
  secret_encrypted: Buffer | null;
  /** PostgreSQL's bigint, as text. */
  last_window: string | null;
  challenge: string | null;
  credential_id: string | null;
  public_key: string | null;
  sign_count: string | null;
  transports: string[];
}

/** A person's factors, confirmed and pending. */
export const factorsOf = (db: StoreReader, userId: string, now: Date): Promise<FactorRow[]> =>
  db.query<FactorRow>(FACTORS_OF_PERSON, [userId, new Date(now.getTime() - PENDING_MS)]);
