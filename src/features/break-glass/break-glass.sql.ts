import { PROOF_DAYS } from './rules/break-glass.policy.js';

/** How long a proof of a holder counts (break-glass 2.4). */
export const PROOF_COUNTS = `interval '${PROOF_DAYS} days'`;

/** A use `b` ($3) that is open now ($4). */
export const OPEN_USE_OF_TENANT = `
    SELECT FROM break_glass_uses b
     WHERE b.client_id = $1 AND b.data_env = $2 AND b.use_id = $3::uuid
       AND b.opened_at IS NOT NULL AND b.closed_at IS NULL AND b.ends_at > $4`;
