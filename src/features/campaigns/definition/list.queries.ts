import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { WITH_WASH } from '../lookup/with-wash.queries.js';
import { COUNTED_COLUMNS, SUMMARY_COLUMNS } from '../detail/campaign-summary.queries.js';
import type { SortKey, SortOrder } from './list-order.policy.js';

// Names as people sort them, in any script and regardless of case.
const KEY_SQL: Readonly<Record<SortKey, string>> = {
  updated_at_utc: 'c.updated_at',
  created_at_utc: 'c.created_at',
  name: `lower(c.name COLLATE "und-x-icu")`,
  status: 'c.status',
};

/**
 * A name normalised for search: case and the composition of accents make no difference (requests
 * 4.8).
 */
const searched = (name: string): string => `normalize(lower(${name} COLLATE "und-x-icu"), NFC)`;

/** The conditions of a list of campaigns; null: any value. */
interface CampaignFilter {
  readonly projects: readonly string[] | null;
  readonly status: string | null;
  readonly callType: string | null;
  /** Part of the name. */
  readonly search: string | null;
}

const CONDITIONS: Readonly<Record<keyof CampaignFilter, (value: string) => string>> = {
  projects: (value) => `c.project_id = ANY(${value}::text[])`,
  status: (value) => `c.status = ${value}`,
  callType: (value) => `c.campaign_call_type = ${value}`,
  search: (value) => `strpos(${searched('c.name')}, ${searched(`${value}::text`)}) > 0`,
};
const FILTERS = Object.keys(CONDITIONS) as (keyof CampaignFilter)[];

/**
 * A page of campaigns with their summaries, each with the total number; one row without a campaign
 * if the page is past the last one. Equal keys are ordered by id, in the same direction. The
 * statement contains only the requested conditions, so that its plan can be kept: planning takes
 * longer than reading.
 */
export function campaignsQuery(
  { key, order }: { readonly key: SortKey; readonly order: SortOrder },
  filter: CampaignFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): BoundQuery {
  const asked = FILTERS.filter((name) => filter[name] !== null);
  const conditions = asked.map((name, place) => `\n          AND ${CONDITIONS[name](`$${place + 5}`)}`);
  const found = `campaigns c\n        WHERE c.client_id = $1 AND c.data_env = $2${conditions.join('')}`;
  const direction = order.toUpperCase();
  const sorted = `ORDER BY ${KEY_SQL[key]} ${direction}, c.campaign_id ${direction}`;
  return {
    name: ['campaigns', key, order, ...asked].join('_'),
    text: `
SELECT t.total, ${SUMMARY_COLUMNS},
       ${COUNTED_COLUMNS}
  FROM (SELECT count(*)::integer AS total
          FROM ${found}) t
  LEFT JOIN (
       SELECT c.*, row_number() OVER (${sorted}) AS place
         FROM ${found}
        ${sorted}
        LIMIT $3::bigint OFFSET $4::bigint) c ON true
  ${WITH_WASH}
 ORDER BY c.place`,
    values: [limit, offset, ...asked.map((name) => filter[name])],
  };
}
