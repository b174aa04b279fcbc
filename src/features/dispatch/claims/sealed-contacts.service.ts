import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { contactSealContext } from '../../campaigns/rules/contact-seal.js';
import { callerOf, type OpenedCaller } from '../../campaigns/rules/opened-caller.js';
import { complianceSealContext } from '../../campaigns/detail/compliance-seal.js';
import type { CompliancePolicy } from '../../campaigns/rules/campaign-settings.js';
import type { ClaimedContact, DialledCampaign } from '../rules/candidate.js';

/** The plain values that a runtime needs to make one call. */
export interface OpenedContact {
  readonly toNumber: string;
  readonly personalization: Readonly<Record<string, string>>;
}

/** Opens sealed values of contacts and campaigns for the runtime that dials them. */
@Injectable()
export class SealedContacts {
  constructor(private readonly sealed: SealedValues) {}

  /**
   * @throws KeyUnavailableError (503); null if the stored values cannot be opened, so that nothing
   *   can be dialled
   */
  async open(
    tenant: Tenant,
    { contactId, phoneEncrypted, personalizationEncrypted }: ClaimedContact,
  ): Promise<OpenedContact | null> {
    try {
      const toNumber = await this.sealed.open(
        tenant,
        contactSealContext(tenant, contactId, 'phone_encrypted'),
        phoneEncrypted,
      );
      if (personalizationEncrypted === null) return { toNumber, personalization: {} };
      const text = await this.sealed.open(
        tenant,
        contactSealContext(tenant, contactId, 'personalization_encrypted'),
        personalizationEncrypted,
      );
      return { toNumber, personalization: JSON.parse(text) as Record<string, string> };
    } catch (error) {
      if (error instanceof ValueUnavailableError && error.reason === 'does_not_open') return null;
      throw error;
    }
  }

  /** @throws ValueUnavailableError, KeyUnavailableError; both are 503 */
  async caller(tenant: Tenant, { campaignId, compliance }: DialledCampaign): Promise<OpenedCaller> {
    const place = complianceSealContext(tenant, campaignId);
    const opened = await this.sealed.openDocument(tenant, place, compliance as Record<string, unknown>);
    return callerOf(opened as unknown as CompliancePolicy);
  }
}
