import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';

/** Any number that no other lock of the metadata store uses. */
const OPERATORS_LOCK = 7_120_446_331;

/** $3 is one lock for all tenants. */
const TAKE_TURN = namedQuery('operators_take_turn')`
    SELECT pg_advisory_xact_lock($3) FROM (VALUES ($1::text, $2::text)) AS tenant`;

/**
 * Commands that add people, or records for them, wait for each other until the end of their
 * transaction, so each sees the additions of the previous one.
 */
export const serializeOperators = async (tx: UnitOfWork): Promise<void> =>
  void (await tx.query(TAKE_TURN, [OPERATORS_LOCK]));
