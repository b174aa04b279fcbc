import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** The best matches only; each kind has its own list route. */
export const MOST_SHOWN = 5;

/** A text normalised for search: case and composition of accents make no difference (requests 4.8). */
const searched = (text: string): string => `normalize(lower(${text} COLLATE "und-x-icu"), NFC)`;

/** The position of the text `q` in a name; 0 if the name does not contain it. */
const placeIn = (name: string, q: string): string => `strpos(${searched(name)}, ${searched(`${q}::text`)})`;

const byPlace = (name: string, q: string, id: string): string =>
  `ORDER BY ${placeIn(name, q)} <> 1, ${searched(name)}, ${id} LIMIT ${MOST_SHOWN}`;

const listed = (rows: string): string => `(SELECT coalesce(jsonb_agg(f), '[]') FROM (${rows}) f)`;

/**
 * Finds items of the clients $1 (each with `is_limited` in $4) by the text $5, for the person $3 in
 * environment $2; requests of the clients $6, by number $7 or id $8. Includes all projects to which
 * the person is assigned.
 */
export const THINGS = namedQuery('search_things')`
WITH asked AS MATERIALIZED (
     SELECT a.client_id, a.is_limited, c.business_name, c.status
       FROM unnest($1::text[], $4::boolean[]) AS a (client_id, is_limited)
       JOIN clients c ON c.client_id = a.client_id),
     assigned AS MATERIALIZED (
     SELECT a.client_id, a.project_id FROM project_assignments a
      WHERE a.client_id = ANY ($1) AND a.data_env = $2 AND a.member_id = $3 AND a.active)
SELECT ${listed(`
       SELECT a.client_id, a.business_name
         FROM asked a
        WHERE ${placeIn('a.business_name', '$5')} > 0 OR a.client_id = $5
        ${byPlace('a.business_name', '$5', 'a.client_id')}`)} AS clients,
       ${listed(`
       SELECT p.project_id, p.display_name, a.client_id, a.business_name
         FROM asked a
         JOIN projects p ON p.client_id = a.client_id AND p.data_env = $2 AND p.lifecycle_state <> 'archived'
        WHERE (${placeIn('p.display_name', '$5')} > 0 OR p.project_id = $5)
          AND (NOT a.is_limited OR (p.client_id, p.project_id) IN (SELECT s.client_id, s.project_id FROM assigned s))
        ${byPlace('p.display_name', '$5', 'p.project_id')}`)} AS projects,
       ${listed(`
       SELECT r.request_id, r.tracking_number, r.request_type, r.status, a.client_id, a.business_name
         FROM asked a
         JOIN caller_requests r ON r.client_id = a.client_id AND r.data_env = $2
        WHERE a.client_id = ANY ($6::text[]) AND (r.tracking_number = $7::integer OR r.request_id = $8::uuid)
        ORDER BY r.received_at DESC, r.request_id DESC LIMIT ${MOST_SHOWN}`)} AS requests,
       ${listed('SELECT s.client_id, s.project_id FROM assigned s')} AS assigned,
       ${listed('SELECT a.client_id, a.business_name, a.status FROM asked a')} AS asked`;

/**
 * Campaigns of the clients $1 in environment $2 by the text $3, in a tenant store. For the clients
 * $4, only campaigns of the projects $5 and $6 (pairs).
 */
export const CAMPAIGNS_BY_NAME: NamedQuery = {
  name: 'search_campaigns',
  text: `
SELECT c.campaign_id, c.name, c.status, c.client_id, ${placeIn('c.name', '$3')} = 1 AS is_begun
  FROM campaigns_of_clients c
 WHERE c.client_id = ANY ($1) AND c.data_env = $2
   AND (${placeIn('c.name', '$3')} > 0 OR c.campaign_id::text = $3)
   AND (c.client_id NOT IN (SELECT unnest($4::text[]))
        OR (c.client_id, c.project_id) IN (SELECT * FROM unnest($5::text[], $6::text[])))
 ${byPlace('c.name', '$3', 'c.campaign_id')}`,
};
