import { KEEPS_ERASURES_FROM_BEGINNING } from '../../call-records/rules/erasure-lock.queries.js';
import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const HOLD_ERASURES: NamedQuery = {
  name: 'erasures_hold',
  ofStore: true,
  text: `SELECT ${KEEPS_ERASURES_FROM_BEGINNING}`,
};

/** Whether an erasure of a caller with one of the hashes $3 covers data from $4. */
export const IS_ERASED = namedQuery('erased_callers_among')`
SELECT EXISTS (
       SELECT FROM erased_callers
        WHERE client_id = $1 AND data_env = $2 AND caller_hash = ANY ($3::bytea[]) AND erased_before > $4) AS "isErased"`;
