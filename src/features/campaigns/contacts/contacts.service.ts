import { Injectable } from '@nestjs/common';
import { rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { Clock } from '../../../core/time/clock.js';
import { utcOfText } from '../../../core/time/instant-text.policy.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { closed, closingOf, type Closing } from '../rules/closing.policy.js';
import { campaignPagination } from '../rules/pagination.response.js';
import { contactFilter } from './contact-filter.policy.js';
import { contactsQuery, type ContactCells, type ContactPage } from './contacts.queries.js';
import type { ContactListRequest } from './contacts.request.js';
import type { ContactItem, ContactListResponse } from './contacts.response.js';

/** Lists the contacts of a campaign, masked (campaigns section 3). */
@Injectable()
export class ContactListService {
  constructor(
    private readonly campaigns: CampaignAccess,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for an unknown campaign */
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
    const read = async (asked: BoundQuery) =>
      (await this.campaigns.readShown<ContactPage>(auth, campaignId, asked))[0];
    const found = await read(query(null));
    const shown = found.isClosing ? await read(query(closingOf(found.campaignStatus))) : found;
    return pageOf(shown, page, pageSize);
  }
}

function pageOf(found: ContactPage, page: number, pageSize: number): ContactListResponse {
  const items = (found.contacts ?? []).map((cells) => toItem(cells, found.allowedKeys));
  return {
    items: found.isClosing ? items.map((item) => asClosed(item, found)) : items,
    pagination: campaignPagination(page, pageSize, found.total),
  };
}

/** A contact whose campaign has ended, as it will be stored. */
function asClosed(item: ContactItem, { campaignStatus, endedAt }: ContactPage): ContactItem {
  const { status, not_callable_reason: reason } = item;
  const contact = closed(campaignStatus, { status, reason });
  if (contact.status === status) return item;
  return {
    ...item,
    status: contact.status,
    is_callable: contact.reason === null,
    not_callable_reason: contact.reason,
    next_attempt_at_utc: null,
    updated_at_utc: endedAt.toISOString(),
  };
}

const instant = (json: string | null): string | null => (json === null ? null : utcOfText(json));

const toItem = (
  [
    contactId,
    externalContactId,
    maskedPhone,
    status,
    isCallable,
    notCallableReason,
    registryStatus,
    registryCheckedAt,
    registryValidUntil,
    registryWashRecordId,
    consentType,
    consentSource,
    consentGivenAt,
    consentExpiresAt,
    consentWithdrawnAt,
    exemptionType,
    exemptionVerified,
    attemptCount,
    lastAttemptAt,
    nextAttemptAt,
    lastDisposition,
    lastCallId,
    createdAt,
    updatedAt,
  ]: ContactCells,
  keys: readonly string[],
): ContactItem => ({
  contact_id: contactId,
  external_contact_id: externalContactId,
  masked_phone: maskedPhone,
  personalization_keys: keys,
  status,
  is_callable: isCallable,
  not_callable_reason: notCallableReason,
  registry_status: registryStatus,
  registry_checked_at_utc: instant(registryCheckedAt),
  registry_valid_until_utc: instant(registryValidUntil),
  registry_wash_record_id: registryWashRecordId,
  consent_type: consentType,
  consent_source: consentSource,
  consent_given_at_utc: instant(consentGivenAt),
  consent_expires_at_utc: instant(consentExpiresAt),
  consent_withdrawn_at_utc: instant(consentWithdrawnAt),
  exemption_type: exemptionType,
  exemption_verified: exemptionVerified,
  attempt_count: attemptCount,
  last_attempt_at_utc: instant(lastAttemptAt),
  next_attempt_at_utc: instant(nextAttemptAt),
  last_disposition: lastDisposition,
  last_call_id: lastCallId,
  created_at_utc: utcOfText(createdAt),
  updated_at_utc: utcOfText(updatedAt),
});
