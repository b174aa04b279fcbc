import { Injectable } from '@nestjs/common';
import { rowsBefore } from '../../../core/http/pages.policy.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { campaignPagination } from '../rules/pagination.response.js';
import { contactFilter, isCounted } from './contact-filter.policy.js';
import type { ContactFilter } from './contact-filter.policy.js';
import { contactsQuery, COUNT_LISTED, countContactsQuery } from './contacts.queries.js';
import type { ContactRow } from './contacts.queries.js';
import type { ContactListRequest } from './contacts.request.js';
import type { ContactItem, ContactListResponse } from './contacts.response.js';

/** Lists the contacts of a campaign, masked (campaigns section 3). */
@Injectable()
export class ContactListService {
  constructor(
    private readonly campaigns: CampaignAccess,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for a campaign that is not there */
  list(auth: AuthContext, campaignId: string, request: ContactListRequest): Promise<ContactListResponse> {
    const { page, page_size: pageSize, sort_by: key, sort_order: direction } = request;
    const filter = contactFilter(request, this.clock.now());
    const part = { limit: pageSize, offset: rowsBefore(page, pageSize) };
    return this.campaigns.read(auth, campaignId, async (db, campaign) => {
      const { allowed_keys: keys } = campaign.personalization as { readonly allowed_keys: readonly string[] };
      const query = contactsQuery(campaign.campaignId, filter, { key, direction }, part);
      // One flight: neither needs the other's answer.
      const [rows, total] = await Promise.all([
        db.query<ContactRow>(query, query.values),
        totalOf(db, campaign.campaignId, filter),
      ]);
      return {
        items: rows.map((row) => toItem(row, keys)),
        pagination: campaignPagination(page, pageSize, total),
      };
    });
  }
}

async function totalOf(db: StoreReader, campaignId: string, filter: ContactFilter): Promise<number> {
  const counting = countContactsQuery(campaignId, filter);
  const { status, reason, disposition, isCallable } = filter;
  const [row] = await (isCounted(filter)
    ? db.query<{ total: number }>(COUNT_LISTED, [campaignId, status, reason, disposition, isCallable])
    : db.query<{ total: number }>(counting, counting.values));
  return row!.total;
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

const toItem = (row: ContactRow, keys: readonly string[]): ContactItem => ({
  contact_id: row.contact_id,
  external_contact_id: row.external_contact_id,
  masked_phone: row.masked_phone,
  personalization_keys: keys,
  status: row.status,
  is_callable: row.is_callable,
  not_callable_reason: row.not_callable_reason,
  registry_status: row.registry_status,
  registry_checked_at_utc: instant(row.registry_checked_at),
  registry_valid_until_utc: instant(row.registry_valid_until),
  registry_wash_record_id: row.registry_wash_record_id,
  consent_type: row.consent_type,
  consent_source: row.consent_source,
  consent_given_at_utc: instant(row.consent_given_at),
  consent_expires_at_utc: instant(row.consent_expires_at),
  consent_withdrawn_at_utc: instant(row.consent_withdrawn_at),
  exemption_type: row.exemption_type,
  exemption_verified: row.exemption_verified,
  attempt_count: row.attempt_count,
  last_attempt_at_utc: instant(row.last_attempt_at),
  next_attempt_at_utc: instant(row.next_attempt_at),
  last_disposition: row.last_disposition,
  last_call_id: row.last_call_id,
  created_at_utc: row.created_at.toISOString(),
  updated_at_utc: row.updated_at.toISOString(),
});
