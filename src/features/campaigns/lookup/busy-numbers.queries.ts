/**
 * Whether no runtime has the number with this hash in its hands, for a campaign or by itself (dispatch 2.5). Of two values: as
 * joins, or as sets that are hashed first, they could read all that is in flight.
 * @param hash an expression of the statement that this stands in, whose $1 and $2 are the tenant
 */
export const isFree = (hash: string): string => `(
       SELECT true FROM campaign_contacts busy
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = ${hash}
          AND busy.status IN ('dialing', 'in_call') LIMIT 1) IS NULL
   AND (
       SELECT true FROM single_dispatches busy JOIN dispatches open USING (client_id, data_env, dispatch_id)
        WHERE busy.client_id = $1 AND busy.data_env = $2 AND busy.phone_hash = ${hash} AND busy.status = 'taken'
          AND open.status <> 'ended' LIMIT 1) IS NULL`;
