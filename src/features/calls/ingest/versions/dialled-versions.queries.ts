import { namedQuery, type NamedQuery } from '../../../../core/database/unit-of-work/named-query.js';
import { BY_KEY } from '../../../call-records/rules/by-key.js';

/** Keeps retention from dropping months of calls; later statements look calls up by key. */
export const HOLD_CALLS: NamedQuery = {
  name: 'dialled_versions_hold',
  ofStore: true,
  text: `SELECT open_call_months('{}'), ${BY_KEY}`,
};

/** Gives the calls $3 of projects $4 the versions $5, unless their runtimes have reported theirs. */
export const SET_VERSIONS = namedQuery('dialled_versions')`
UPDATE calls c SET version_number = s.version_number, version_source = 'reported'
  FROM unnest($3::text[], $4::text[], $5::integer[]) AS s (call_id, project_id, version_number)
  JOIN call_index i ON i.client_id = $1 AND i.data_env = $2 AND i.call_id = s.call_id
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = i.call_id AND c.started_at_utc = i.started_at_utc
   AND c.project_id = s.project_id AND c.version_source IS DISTINCT FROM 'reported'
RETURNING c.project_id, c.started_at_utc`;
