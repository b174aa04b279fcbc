import type { EligibilityColumns } from '../rules/eligibility/facts-of.js';
import type { ContactDraft } from './contact-draft.js';

/** The columns of a contact that an import stores in plain text, and the masked number. */
export interface StoredColumns extends EligibilityColumns {
  readonly registryResultCode: string | null;
  readonly registryVendor: string | null;
  readonly priorityOverride: number | null;
}

/** A new contact. @param evidence of its consent, sealed */
export function newColumns({ fields }: Pick<ContactDraft, 'fields'>, evidence: Buffer | null): StoredColumns {
  return {
    status: 'pending',
    repeatsNumber: false,
    callType: fields.callType ?? null,
    priorityOverride: fields.priorityOverride ?? null,
    maxAttempts: fields.maxAttempts ?? null,
    recipientTimezone: fields.recipientTimezone ?? null,
    recipientCountry: fields.recipientCountry ?? null,
    recipientSubdivision: fields.recipientSubdivision ?? null,
    registryStatus: fields.registryStatus ?? null,
    registryCheckedAt: fields.registryCheckedAt ?? null,
    registryValidUntil: fields.registryValidUntil ?? null,
    registryResultCode: fields.registryResultCode ?? null,
    registryVendor: fields.registryVendor ?? null,
    registryRulesetId: fields.registryRulesetId ?? null,
    registryWashRecordId: null,
    consentType: fields.consentType ?? null,
    consentSource: fields.consentSource ?? null,
    consentGivenAt: fields.consentGivenAt ?? null,
    consentExpiresAt: fields.consentExpiresAt ?? null,
    consentWithdrawnAt: fields.consentWithdrawnAt ?? null,
    consentEvidenceEncrypted: evidence,
    exemptionType: fields.exemptionType ?? null,
    exemptionVerified: fields.exemptionVerified ?? null,
    attemptCount: 0,
    nextAttemptAt: null,
    lastDisposition: null,
  };
}

/** For a contact that gets another number: the register status belonged to the old one. */
export const withoutRegistry = (stored: StoredColumns): StoredColumns => ({
  ...stored,
  registryStatus: null,
  registryCheckedAt: null,
  registryValidUntil: null,
  registryResultCode: null,
  registryVendor: null,
  registryRulesetId: null,
  registryWashRecordId: null,
});

/**
 * A contact after a rolling update (campaigns 4.9): omitted fields stay, and values that would
 * replace newer evidence are ignored.
 * @param evidence of its consent, sealed; null if the row has none
 */
export function updatedColumns(
  stored: StoredColumns,
  { fields }: ContactDraft,
  evidence: Buffer | null,
): StoredColumns {
  return {
    ...stored,
    callType: fields.callType ?? stored.callType,
    priorityOverride: fields.priorityOverride ?? stored.priorityOverride,
    maxAttempts: fields.maxAttempts ?? stored.maxAttempts,
    recipientTimezone: fields.recipientTimezone ?? stored.recipientTimezone,
    recipientCountry: fields.recipientCountry ?? stored.recipientCountry,
    recipientSubdivision: fields.recipientSubdivision ?? stored.recipientSubdivision,
    ...(isOlderRegistry(stored, fields) ? {} : registryOf(stored, fields)),
    consentType: fields.consentType ?? stored.consentType,
    consentSource: fields.consentSource ?? stored.consentSource,
    consentGivenAt: fields.consentGivenAt ?? stored.consentGivenAt,
    consentExpiresAt: fields.consentExpiresAt ?? stored.consentExpiresAt,
    consentWithdrawnAt: earlier(stored.consentWithdrawnAt, fields.consentWithdrawnAt),
    consentEvidenceEncrypted: evidence ?? stored.consentEvidenceEncrypted,
    exemptionType: fields.exemptionType ?? stored.exemptionType,
    exemptionVerified: fields.exemptionVerified ?? stored.exemptionVerified,
  };
}

type Fields = ContactDraft['fields'];

/** Whether a row's register result is older than the stored one, or has no date. */
function isOlderRegistry({ registryCheckedAt: stored }: StoredColumns, fields: Fields): boolean {
  const { registryStatus, registryCheckedAt: sent } = fields;
  if (stored === null) return false;
  return sent === undefined ? registryStatus !== undefined : sent < stored;
}

function registryOf(stored: StoredColumns, fields: Fields): Partial<StoredColumns> {
  const isChecked = fields.registryStatus !== undefined || fields.registryCheckedAt !== undefined;
  return {
    registryStatus: fields.registryStatus ?? stored.registryStatus,
    registryCheckedAt: fields.registryCheckedAt ?? stored.registryCheckedAt,
    registryValidUntil: fields.registryValidUntil ?? stored.registryValidUntil,
    registryResultCode: fields.registryResultCode ?? stored.registryResultCode,
    registryVendor: fields.registryVendor ?? stored.registryVendor,
    registryRulesetId: fields.registryRulesetId ?? stored.registryRulesetId,
    // The status no longer comes from the wash that it refers to.
    registryWashRecordId: isChecked ? null : stored.registryWashRecordId,
  };
}

const earlier = (stored: Date | null, sent: Date | undefined): Date | null =>
  stored !== null && (sent === undefined || stored <= sent) ? stored : (sent ?? null);
