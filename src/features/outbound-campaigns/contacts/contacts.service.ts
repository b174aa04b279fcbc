import { Injectable } from '@nestjs/common';
import { rowsBefore } from '../../../core/http/pages.policy.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { closed, closingOf } from '../rules/closing.policy.js';
import type { Closing } from '../rules/closing.policy.js';
import { campaignPagination } from '../rules/pagination.response.js';
import { contactFilter } from './contact-filter.policy.js';
import { contactsQuery } from './contacts.queries.js';
import type { ContactPageRow, ContactRow } from './contacts.queries.js';
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
  async list(
    auth: AuthContext,
    campaignId: string,
    request: ContactListRequest,
  ): Promise<ContactListResponse> {
    const { page, page_size: pageSize, sort_by: key, sort_order: direction } = request;
    const filter = contactFilter(request, this.clock.now());
    const part = { limit: pageSize, offset: rowsBefore(page, pageSize) };
    const query = (closing: Closing | null) =>
      contactsQuery(campaignId, filter, { key, direction }, part, closing);
    const asked = query(null);
    const rows = await this.campaigns.readShown<ContactPageRow>(auth, campaignId, asked);
    const { campaignStatus, isClosing } = rows[0];
    if (!isClosing) return pageOf(rows, page, pageSize);
    const closing = query(closingOf(campaignStatus));
    return pageOf(await this.campaigns.readShown<ContactPageRow>(auth, campaignId, closing), page, pageSize);
  }
}

function pageOf(rows: readonly ContactPageRow[], page: number, pageSize: number): ContactListResponse {
  const { total, allowedKeys } = rows[0]!;
  const shown = rows.filter((row): row is ContactPageRow & ContactRow => row.contact_id !== null);
  return {
    items: shown.map((row) => toItem(row.isClosing ? asClosed(row) : row, allowedKeys)),
    pagination: campaignPagination(page, pageSize, total),
  };
}

/** A contact whose campaign is over, as it is about to be stored. */
function asClosed(row: ContactPageRow & ContactRow): ContactRow {
  const { campaignStatus, status, not_callable_reason: reason } = row;
  const contact = closed(campaignStatus, { status, reason });
  if (contact.status === status) return row;
  return {
    ...row,
    status: contact.status,
    is_callable: contact.reason === null,
    not_callable_reason: contact.reason,
    next_attempt_at: null,
    updated_at: row.endedAt,
  };
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
