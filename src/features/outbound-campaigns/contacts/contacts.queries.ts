import type { BoundQuery, NamedQuery } from '../../../core/kernel/named-query.js';
import type { ContactFilter, ContactOrder, ContactSortKey } from './contact-filter.policy.js';

/** A contact as the list shows it: the page's rows alone, and of each what is shown. */
export interface ContactRow {
  readonly contact_id: string;
  readonly external_contact_id: string | null;
  readonly masked_phone: string;
  readonly status: string;
  readonly is_callable: boolean;
  readonly not_callable_reason: string | null;
  readonly registry_status: string | null;
  readonly registry_checked_at: Date | null;
  readonly registry_valid_until: Date | null;
  readonly registry_wash_record_id: string | null;
  readonly consent_type: string | null;
  readonly consent_source: string | null;
  readonly consent_given_at: Date | null;
  readonly consent_expires_at: Date | null;
  readonly consent_withdrawn_at: Date | null;
  readonly exemption_type: string | null;
  readonly exemption_verified: boolean | null;
  readonly attempt_count: number;
  readonly last_attempt_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly last_disposition: string | null;
  readonly last_call_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const SHOWN = `c.contact_id, c.external_contact_id, c.masked_phone, c.status, c.is_callable, c.not_callable_reason,
       c.registry_status, c.registry_checked_at, c.registry_valid_until, c.registry_wash_record_id,
       c.consent_type, c.consent_source, c.consent_given_at, c.consent_expires_at, c.consent_withdrawn_at,
       c.exemption_type, c.exemption_verified, c.attempt_count, c.last_attempt_at, c.next_attempt_at,
       c.last_disposition, c.last_call_id, c.created_at, c.updated_at`;

/** Each has an index that ends with contact_id. */
const SORTED_BY: Readonly<Record<ContactSortKey, string>> = {
  created_at_utc: 'created_at',
  updated_at_utc: 'updated_at',
  status: 'status',
  external_contact_id: 'external_contact_id',
};

const OF_CAMPAIGN = 'c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3';

interface Conditions {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** @param first the number of the first parameter that is free */
function conditionsOf(filter: ContactFilter, first: number): Conditions {
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${first + values.push(value) - 1}`;
  const parts: string[] = [];
  if (filter.status !== null) parts.push(`c.status = ${next(filter.status)}`);
  if (filter.disposition !== null) parts.push(`c.last_disposition = ${next(filter.disposition)}`);
  if (filter.isCallable !== null) parts.push(filter.isCallable ? 'c.is_callable' : 'NOT c.is_callable');
  if (filter.reason !== null) parts.push(`c.not_callable_reason = ${next(filter.reason)}`);
  if (filter.externalContactId !== null) {
    parts.push(`c.external_contact_id = ${next(filter.externalContactId)}`);
  }
  if (filter.retryDueBy !== null) {
    parts.push(`c.status = 'retry_scheduled' AND c.next_attempt_at <= ${next(filter.retryDueBy)}`);
  }
  return { text: parts.map((part) => `\n   AND ${part}`).join(''), values };
}

/**
 * A page of a campaign's contacts. What stands before it is read off the index of the order, as far as that is enough.
 * Only the list without filters keeps its plan: how many a filter finds decides which index is the right one.
 */
export function contactsQuery(
  campaignId: string,
  filter: ContactFilter,
  order: ContactOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): BoundQuery {
  const { text: conditions, values } = conditionsOf(filter, 6);
  const column = SORTED_BY[order.key];
  const direction = order.direction === 'asc' ? 'ASC' : 'DESC';
  const sorted = `ORDER BY c.${column} ${direction}, c.contact_id ${direction}`;
  return {
    name: conditions === '' ? `campaign_contacts_${column}_${order.direction}` : '',
    text: `
WITH page AS MATERIALIZED (
     SELECT c.contact_id FROM campaign_contacts c
      WHERE ${OF_CAMPAIGN}${conditions}
      ${sorted} LIMIT $4 OFFSET $5)
SELECT ${SHOWN}
  FROM campaign_contacts c
 WHERE ${OF_CAMPAIGN} AND c.contact_id = ANY (ARRAY(SELECT contact_id FROM page))
 ${sorted}`,
    values: [campaignId, limit, offset, ...values],
  };
}

/** How many contacts of the campaign $3 have a status $4, a reason $5, a disposition $6 and are callable or not $7, where those are not null. */
export const COUNT_LISTED: NamedQuery = {
  name: 'campaign_contacts_listed',
  text: `
SELECT coalesce(sum(value), 0)::integer AS total
  FROM campaign_counts
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND counter = 'listed'
   AND ($4::text IS NULL OR split_part(key, '/', 1) = $4)
   AND ($5::text IS NULL OR split_part(key, '/', 2) = $5)
   AND ($6::text IS NULL OR split_part(key, '/', 3) = $6)
   AND ($7::boolean IS NULL OR (split_part(key, '/', 2) = '-') = $7)`,
};

/** How many contacts are due, or have an external id: few, and counted by an index. */
export function countContactsQuery(campaignId: string, filter: ContactFilter): BoundQuery {
  const { text: conditions, values } = conditionsOf(filter, 4);
  return {
    name: '',
    text: `
SELECT count(*)::integer AS total
  FROM campaign_contacts c
 WHERE ${OF_CAMPAIGN}${conditions}`,
    values: [campaignId, ...values],
  };
}
