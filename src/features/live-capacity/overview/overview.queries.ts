import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { WAITING_CONTACTS } from '../../campaigns/campaigns.sql.js';

/** Capacity of a client or project, together with the client's. */
export interface OverviewRow {
  readonly project_id: string;
  readonly concurrency_limit: number | null;
  readonly reserved_inbound: number | null;
  readonly inbound: number;
  readonly outbound: number;
  readonly queued: number;
  readonly blocked: number;
  readonly client_limit: number | null;
  readonly client_reserved: number | null;
  readonly client_inbound: number;
  readonly client_outbound: number;
}

/** CAPACITY_OVERVIEW's rows: past the last page, only the total, with project_id null. */
export type ListedRow = { readonly total: number } & (OverviewRow | { readonly project_id: null });

/**
 * The client ('') and its projects that have a limit, use, refusals since $4 or waiting contacts;
 * only projects in $3 (null: all), and of these $5 rows after the first $6. A lease counts as in
 * use until it ends by the store's clock.
 */
export const CAPACITY_OVERVIEW: NamedQuery = {
  name: 'capacity_overview',
  // Planning takes as long as executing it, and the same indexes suit every client.
  keepsPlan: true,
  text: `
WITH use AS MATERIALIZED (
     SELECT coalesce(l.project_id, '') AS project_id,
            count(*) FILTER (WHERE NOT l.is_waiting AND l.is_inbound)::integer AS inbound,
            count(*) FILTER (WHERE NOT l.is_waiting AND NOT l.is_inbound)::integer AS outbound,
            count(*) FILTER (WHERE l.is_waiting)::integer AS queued
       FROM capacity_leases l
      WHERE l.client_id = $1 AND l.data_env = $2 AND l.expires_at > statement_timestamp()
      GROUP BY GROUPING SETS ((l.project_id), ())),
     refused AS MATERIALIZED (
     SELECT coalesce(b.project_id, '') AS project_id, sum(b.blocked)::integer AS blocked
       FROM capacity_blocks b
      WHERE b.client_id = $1 AND b.data_env = $2 AND b.minute > $4
      GROUP BY GROUPING SETS ((b.project_id), ())),
     waiting AS MATERIALIZED (
     SELECT coalesce(w.project_id, '') AS project_id, sum(w.contacts)::integer AS contacts
       FROM (${WAITING_CONTACTS}) w
      GROUP BY GROUPING SETS ((w.project_id), ())),
     limits AS MATERIALIZED (
     SELECT l.project_id, l.concurrency_limit, l.reserved_inbound FROM capacity_limits l
      WHERE l.client_id = $1 AND l.data_env = $2),
     listed AS MATERIALIZED (
     SELECT n.project_id FROM (
            SELECT '' AS project_id UNION SELECT project_id FROM limits
             UNION SELECT project_id FROM use UNION SELECT project_id FROM refused
             UNION SELECT project_id FROM waiting) n
      WHERE n.project_id = '' OR $3::text[] IS NULL OR n.project_id = ANY ($3))
SELECT t.total, p.*
  FROM (SELECT count(*)::integer AS total FROM listed) t
  LEFT JOIN (
       SELECT i.project_id, l.concurrency_limit, l.reserved_inbound, coalesce(u.inbound, 0) AS inbound,
              coalesce(u.outbound, 0) AS outbound, coalesce(u.queued, 0) + coalesce(w.contacts, 0) AS queued,
              coalesce(r.blocked, 0) AS blocked,
              c.concurrency_limit AS client_limit, c.reserved_inbound AS client_reserved, a.inbound AS client_inbound,
              a.outbound AS client_outbound
         FROM (SELECT project_id FROM listed ORDER BY project_id COLLATE "C" LIMIT $5 OFFSET $6) i
         JOIN use a ON a.project_id = ''
         LEFT JOIN limits c ON c.project_id = ''
         LEFT JOIN limits l ON l.project_id = i.project_id
         LEFT JOIN use u ON u.project_id = i.project_id
         LEFT JOIN waiting w ON w.project_id = i.project_id
         LEFT JOIN refused r ON r.project_id = i.project_id) p ON true
 ORDER BY p.project_id COLLATE "C"`,
};
