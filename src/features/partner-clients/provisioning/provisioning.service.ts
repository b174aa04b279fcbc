import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { PARTNER_CLIENT_ACTIONS } from '../partner-clients.audit.js';
import { clientTaken } from '../rules/conflicts.js';
import { organisationOf } from '../rules/people.js';
import { profileSealContext, profileTenant } from '../rules/profile-seal.js';
import { CLIENT_EXISTS, PROVISION_CLIENT } from './provisioning.queries.js';
import type { CreatePartnerClientRequest } from './provisioning.request.js';
import type { ProvisionedClientResponse } from './provisioning.response.js';

/** Creates clients of a partner (partner-clients section 5). */
@Injectable()
export class ProvisioningService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the client's profile, the organisation's ownership and the creator's assignment in the
   * environment of the request, or nothing.
   * @throws 409 if the id is taken, by any partner; 503 without a key to seal the contact with
   */
  async create(
    auth: AuthContext,
    request: CreatePartnerClientRequest,
    reservation: Reservation,
  ): Promise<ProvisionedClientResponse> {
    const { client_id: clientId, business_name, timezone } = request;
    // Before the key, so that the key of another partner's client is never requested.
    const wanted = profileTenant(clientId);
    const present = await this.metadata.read(wanted, (db) => db.query(CLIENT_EXISTS));
    if (present.length > 0) throw clientTaken();
    const key = await this.keys.current(wanted, 'encryption');
    const sealed = (column: string, text: string): Buffer =>
      sealField(key, profileSealContext(clientId, column), text);
    const now = this.clock.now();
    const organisationId = organisationOf(auth);
    const web_domain = request.web_domain.toLowerCase();
    return this.metadata.transaction(auth, async (tx) => {
      const [provisioned] = await tx.query<{ done: boolean }>(PROVISION_CLIENT, [
        clientId,
        business_name,
        timezone,
        web_domain,
        sealed('contact_name_encrypted', request.contact_name),
        sealed('business_email_encrypted', request.business_email),
        organisationId,
        auth.principal.id,
        now,
      ]);
      if (!provisioned?.done) throw clientTaken();
      await tx.auditDone(PARTNER_CLIENT_ACTIONS.provisioned, {
        client_id: clientId,
        organisation_id: organisationId,
      });
      return tx.complete(reservation, {
        client_id: clientId,
        business_name,
        status: 'provisioning' as const,
        web_domain,
        timezone,
        created_at_utc: now.toISOString(),
      });
    });
  }
}
