import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { OPEN_STATUSES, type Closing } from '../rules/closing.policy.js';
import { isCounted } from './contact-filter.policy.js';
import type { ContactFilter, ContactOrder, ContactSortKey } from './contact-filter.policy.js';

/** A contact in the list: the fields of `SHOWN`, in order, with instants as in JSON. */
export type ContactCells = readonly [
  contactId: string,
  externalContactId: string | null,
  maskedPhone: string,
  status: string,
  isCallable: boolean,
  notCallableReason: string | null,
  registryStatus: string | null,
  registryCheckedAt: string | null,
  registryValidUntil: string | null,
  registryWashRecordId: string | null,
  consentType: string | null,
  consentSource: string | null,
  consentGivenAt: string | null,
  consentExpiresAt: string | null,
  consentWithdrawnAt: string | null,
  exemptionType: string | null,
  exemptionVerified: boolean | null,
  attemptCount: number,
  lastAttemptAt: string | null,
  nextAttemptAt: string | null,
  lastDisposition: string | null,
  lastCallId: string | null,
  createdAt: string,
  updatedAt: string,
];

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

export interface ContactPage {
  readonly projectId: string;
  readonly campaignStatus: string;
  readonly isClosing: boolean;
  /** When the contact got its status. */
  readonly endedAt: Date;
  readonly allowedKeys: readonly string[];
  /** The number of contacts that match the filters. */
  readonly total: number;
  /** Null: none on this page. */
  readonly contacts: readonly ContactCells[] | null;
}

/**
 * A page of the contacts of the campaign $3 in one row, which is read faster than a row for each
 * contact. The rows before the page are skipped along the index of the order, as far as the index
 * suffices. Only the list without filters keeps its plan: the number of matches decides which index
 * suits a filter. Totals come from the counts; contacts that are due or have an external id are
 * few, and an index counts them.
 * @param closing set while the campaign's contacts are being closed: open contacts count as closed
 */
export function contactsQuery(
  campaignId: string,
  filter: ContactFilter,
  order: ContactOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  closing: Closing | null,
): BoundQuery {
  const values: unknown[] = [campaignId, limit, offset];
  const next: Next = (value) => `$${values.push(value) + 2}`;
  const conditions = contactConditions(filter, closing, next);
  const found = `${OF_CAMPAIGN}${conditions}`;
  const column = SORTED_BY[order.key];
  const direction = order.direction === 'asc' ? 'ASC' : 'DESC';
  const sorted = `ORDER BY c.${column} ${direction}, c.contact_id ${direction}`;
  const total = isCounted(filter)
    ? listedTotal(filter, closing, next)
    : `(SELECT count(*)::integer FROM campaign_contacts c WHERE ${found})`;
  const keepsPlan = values.length === 3;
  return {
    name: keepsPlan ? `campaign_contacts_${column}_${order.direction}` : '',
    text: `
WITH page AS MATERIALIZED (
     SELECT c.contact_id FROM campaign_contacts c
      WHERE ${found}
      ${sorted} LIMIT $4 OFFSET $5)
SELECT k.project_id AS "projectId", k.status AS "campaignStatus", k.is_closing AS "isClosing",
       k.status_changed_at AS "endedAt",
       k.personalization -> 'allowed_keys' AS "allowedKeys",
       ${total} AS total,
       (SELECT json_agg(json_build_array(
         ${SHOWN}) ${sorted})
          FROM campaign_contacts c
         WHERE ${OF_CAMPAIGN} AND c.contact_id = ANY (ARRAY(SELECT contact_id FROM page))) AS contacts
  FROM campaigns k
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3`,
    values,
    ...(keepsPlan && { keepsPlan }),
  };
}

/**
 * Adds a value to the statement.
 * @returns its parameter
 */
type Next = (value: unknown) => string;

const OPEN = `(${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** The columns of status and reason, and their values while the campaign closes. */
function stateOf(
  status: string,
  reason: string,
  closing: Closing | null,
): Record<'status' | 'reason', string> {
  if (closing === null) return { status, reason };
  const { suppressed, others } = closing;
  return {
    status: `CASE WHEN ${status} NOT IN ${OPEN} THEN ${status} WHEN ${reason} = 'dnc' THEN '${suppressed}' ELSE '${others}' END`,
    reason: `CASE WHEN ${status} NOT IN ${OPEN} OR ${reason} = 'dnc' THEN ${reason} ELSE 'campaign_closed' END`,
  };
}

function contactConditions(filter: ContactFilter, closing: Closing | null, next: Next): string {
  const { externalContactId, retryDueBy } = filter;
  const parts = [
    ...stateConditions(
      stateOf('c.status', 'c.not_callable_reason', closing),
      'c.last_disposition',
      filter,
      next,
    ),
    ...(externalContactId === null ? [] : [`c.external_contact_id = ${next(externalContactId)}`]),
    ...(retryDueBy === null ? [] : [retryCondition(retryDueBy, closing, next)]),
  ];
  return parts.map((part) => `\n   AND ${part}`).join('');
}

/** Contacts that are about to be closed are not called again. */
const retryCondition = (dueBy: Date, closing: Closing | null, next: Next): string =>
  `${closing === null ? '' : 'false AND '}c.status = 'retry_scheduled' AND c.next_attempt_at <= ${next(dueBy)}`;

function stateConditions(
  state: Record<'status' | 'reason', string>,
  disposition: string,
  filter: ContactFilter,
  next: Next,
): string[] {
  const parts: string[] = [];
  if (filter.status !== null) parts.push(`${state.status} = ${next(filter.status)}`);
  if (filter.disposition !== null) parts.push(`${disposition} = ${next(filter.disposition)}`);
  if (filter.isCallable !== null) parts.push(`(${state.reason} IS NULL) = ${next(filter.isCallable)}`);
  if (filter.reason !== null) parts.push(`${state.reason} = ${next(filter.reason)}`);
  return parts;
}

/** The total from the stored counts by status/reason/disposition, '-' being none. */
function listedTotal(filter: ContactFilter, closing: Closing | null, next: Next): string {
  const part = (place: number): string => `split_part(n.key, '/', ${place})`;
  const state = stateOf(part(1), `nullif(${part(2)}, '-')`, closing);
  const conditions = stateConditions(state, part(3), filter, next);
  return `(SELECT coalesce(sum(n.value), 0)::integer
          FROM campaign_counts n
         WHERE n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = $3
           AND n.counter = '${conditions.length === 0 ? 'status' : 'listed'}'${conditions.map((it) => ` AND ${it}`).join('')})`;
}
