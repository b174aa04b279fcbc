import { Injectable } from '@nestjs/common';
import { success } from '../../../core/shared/audit-event.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { BILLING_ACTIONS } from '../billing.audit.js';
import { getConfiguration } from '../configuration/billing-configuration.js';
import { BillingProvider, type ProviderRecipient } from '../provider/billing-provider.js';
import { maskEmail } from '../../../core/privacy/masking/masking.policy.js';
import { maskName } from './masked-recipient.policy.js';
import type { MaskedRecipientsResponse, UnmaskedRecipientsResponse } from './recipients.response.js';

/** The provider stores one address per customer, so there is one id. */
const CONTACT = { recipient_id: 'billing-contact', role: 'billing_contact', source: 'provider' } as const;

/** Shows the recipients of invoices (billing section 10). */
@Injectable()
export class RecipientsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly provider: BillingProvider,
  ) {}

  /** @throws 404 without a plan, 429 and 503 of the provider */
  async list(auth: AuthContext): Promise<MaskedRecipientsResponse> {
    const recipients = await this.recipientsOf(auth);
    return {
      recipients: recipients.map(({ email, name }) => ({
        ...CONTACT,
        email_masked: maskEmail(email),
        name_masked: maskName(name),
      })),
    };
  }

  /**
   * Shows the recipients unmasked, after writing an audit row with their number.
   * @throws as `list`
   */
  async unmask(auth: AuthContext): Promise<UnmaskedRecipientsResponse> {
    const recipients = await this.recipientsOf(auth);
    await this.metadata.recordAudit(
      auth,
      success(BILLING_ACTIONS.recipientsUnmasked, { recipient_count: recipients.length }),
    );
    return { recipients: recipients.map(({ email, name }) => ({ ...CONTACT, email, name })) };
  }

  private async recipientsOf(auth: AuthContext): Promise<readonly ProviderRecipient[]> {
    const { plan } = await this.metadata.read(auth, (db) => getConfiguration(db, auth));
    return plan.providerCustomerId === null ? [] : this.provider.recipients(plan.providerCustomerId);
  }
}
