import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { LoggableError, notFound } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { BILLING_ACTIONS } from '../billing.audit.js';
import { BILLING_SETTINGS } from '../billing.settings.js';
import { getConfiguration } from '../configuration/billing-configuration.js';
import { BillingProvider } from '../provider/billing-provider.js';
import { providerUnavailable } from '../provider/provider-faults.js';
import { isProvidersLink, portalExpiry, type ReturnPath } from '../provider/provider-links.policy.js';
import type { PortalSessionResponse } from './portal-session.response.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { randomUUID } from 'node:crypto';

/**
 * The stored part of a response. It omits the address, because anyone with the address can use it.
 */
export interface KeptPortalSession {
  readonly provider_key: string;
}

interface Repetition {
  readonly reservation: Reservation | null;
  readonly replayed: KeptPortalSession | null;
}

/** Opens the provider's pages for a client (billing section 9). */
@Injectable()
export class PortalSessionService {
  private readonly hosts: readonly string[];
  private readonly returnUrl: string | undefined;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly provider: BillingProvider,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const { BILLING_PROVIDER_HOSTS: hosts, BILLING_RETURN_URL: url } = settingsOf(settings, BILLING_SETTINGS);
    this.hosts = hosts;
    this.returnUrl = url;
  }

  /**
   * A replay asks the provider with the key of the first request, and gets the session that was
   * opened then: only the provider stores the address.
   * @throws 404 for a client that is not a customer of the provider, 429 and 503 of the provider
   */
  async open(
    auth: AuthContext,
    returnTo: ReturnPath,
    { reservation, replayed }: Repetition,
  ): Promise<PortalSessionResponse> {
    const { plan } = await this.metadata.read(auth, (db) => getConfiguration(db, auth));
    if (plan.providerCustomerId === null) throw notFound();
    if (this.returnUrl === undefined)
      throw providerUnavailable(new LoggableError('BILLING_RETURN_URL is not set.'));
    const kept = replayed ?? { provider_key: `portal-${randomUUID()}` };
    const { url, createdAt } = await this.provider.openPortal(
      plan.providerCustomerId,
      `${this.returnUrl}${returnTo}`,
      kept.provider_key,
    );
    if (!isProvidersLink(url, this.hosts)) {
      throw providerUnavailable(
        new LoggableError('The portal of the billing provider is not on one of BILLING_PROVIDER_HOSTS.'),
      );
    }
    if (!replayed) {
      await this.metadata.transaction(auth, async (tx) => {
        await tx.auditDone(BILLING_ACTIONS.portalOpened, { return_to: returnTo });
        await tx.complete(reservation, kept);
      });
    }
    return { session: { url, return_to: returnTo, expires_at: portalExpiry(createdAt).toISOString() } };
  }
}
