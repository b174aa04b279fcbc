/**
 * Whether no runtime is dialling the number with this hash, for a campaign or for a single call
 * (dispatch 2.5). Two scalar subqueries, because joins or hashed sets could read everything that is
 * in flight.
 * @param hash what stands behind `=` in the statement that contains this one, whose $1 and $2 are the
 *   tenant: an expression, or `ANY (...)` of a number that has several hashes
 */
export const isFree = (hash: string): string => `(
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = ${hash}
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NULL
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = ${hash} AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NULL`;
