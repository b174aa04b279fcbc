import type { CallType, RegistryStatus } from '../rules/statuses.js';

/** A contact from an import; omitted fields are undefined. */
export interface ContactFields {
  toNumber: string;
  externalContactId?: string;
  recipientTimezone?: string;
  recipientCountry?: string;
  recipientSubdivision?: string;
  registryStatus?: RegistryStatus;
  registryCheckedAt?: Date;
  registryValidUntil?: Date;
  registryResultCode?: string;
  registryVendor?: string;
  registryRulesetId?: string;
  consentType?: string;
  consentSource?: string;
  consentGivenAt?: Date;
  consentExpiresAt?: Date;
  consentWithdrawnAt?: Date;
  consentEvidenceReference?: string;
  exemptionType?: string;
  exemptionVerified?: boolean;
  callType?: CallType;
  priorityOverride?: number;
  maxAttempts?: number;
}

/** A valid row of an import. */
export interface ContactDraft {
  readonly row: number;
  readonly fields: Readonly<ContactFields>;
  /** By key; empty if the row has none. */
  readonly personalization: Readonly<Record<string, string>>;
}
