import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { maskPhone } from '../../../core/privacy/masking.policy.js';
import { ValueUnavailableError } from '../../../core/privacy/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/sealed-values.service.js';
import { contactPlace } from '../rules/contact-place.js';
import type { CliSummary } from '../rules/contact-facts.js';
import { compliancePlace } from '../snapshot/compliance-place.js';
import type { CompliancePolicy } from '../rules/campaign-settings.js';
import type { ClaimedContact, DialledCampaign } from './candidate.js';

/** What a runtime needs in clear to make one call. */
export interface OpenedContact {
  readonly toNumber: string;
  readonly personalization: Readonly<Record<string, string>>;
}

/** Who is calling, in clear and as evidence keeps it. */
export interface OpenedCaller {
  readonly returnNumber: string | null;
  readonly summary: CliSummary;
}

/** Opens what is sealed of contacts and campaigns for the runtime that dials them. */
@Injectable()
export class SealedContacts {
  constructor(private readonly sealed: SealedValues) {}

  /** @throws KeyUnavailableError (503); null where the stored values do not open, so that nothing can be dialled */
  async open(
    tenant: Tenant,
    { contactId, phoneEncrypted, personalizationEncrypted }: ClaimedContact,
  ): Promise<OpenedContact | null> {
    try {
      const toNumber = await this.sealed.open(
        tenant,
        contactPlace(tenant, contactId, 'phone_encrypted'),
        phoneEncrypted,
      );
      if (personalizationEncrypted === null) return { toNumber, personalization: {} };
      const text = await this.sealed.open(
        tenant,
        contactPlace(tenant, contactId, 'personalization_encrypted'),
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
    const place = compliancePlace(tenant, campaignId);
    const opened = (await this.sealed.openDocument(
      tenant,
      place,
      compliance as Record<string, unknown>,
    )) as unknown as CompliancePolicy;
    const {
      cli_return_number: number,
      cli_employer_name: employer,
      cli_authorizer_name: authorizer,
      cli_call_purpose: purpose,
    } = opened;
    return {
      returnNumber: number,
      summary: {
        return_number_masked: number === null ? null : maskPhone(number),
        employer_name: employer,
        authorizer_name: authorizer,
        call_purpose: purpose,
        complete: [number, employer, authorizer, purpose].every((told) => told !== null),
      },
    };
  }
}
