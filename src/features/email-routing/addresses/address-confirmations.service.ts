import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { RateLimiter } from '../../../core/rate-limit/rate-limiter.js';
import { accountableId, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { EMAIL_ROUTING_ACTIONS } from '../email-routing.audit.js';
import { addressOf, placeOfAddress, type AddressRow } from '../lookup/address-rows.js';
import type { AddressResponse } from '../lookup/address.response.js';
import { EmailSecrets } from '../lookup/email-secrets.js';
import { MAIL_VERIFICATION, type SealedMail } from '../lookup/verification-mails.js';
import { ASK_VERIFICATION, CLIENT_IN_MAIL } from './addresses.queries.js';
import { conflict, hold } from './hold-address.js';

/** The contract's limit of repeated confirmation mails, per person, address and client. */
const RESENDS = { caller: { limit: 3, seconds: 3_600 } } as const;

/** Asks the owners of addresses to confirm them (email-routing section 1). */
@Injectable()
export class AddressConfirmations {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
    private readonly secrets: EmailSecrets,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 409 for a verified address, 429 for the fourth mail in an hour */
  async resend(
    auth: AuthContext,
    addressId: string,
    reservation: Reservation | null,
  ): Promise<AddressResponse> {
    await this.sealed.prepare(auth);
    return this.metadata.transaction(auth, async (tx) => {
      const row = await hold(tx, auth, addressId);
      if (row.status === 'verified')
        throw conflict('This address is already verified, so it gets no further email.');
      await this.countResend(tx, auth, row);
      await this.ask(tx, auth, addressId);
      await tx.auditDone(EMAIL_ROUTING_ACTIONS.resent, { address_id: addressId });
      return tx.complete(reservation, await addressOf(auth, this.sealed, await hold(tx, auth, addressId)));
    });
  }

  /**
   * Gives the address a new token and enqueues its mail. The worker sends it, but cannot read
   * clients.
   */
  async ask(tx: UnitOfWork, auth: AuthContext, addressId: string): Promise<void> {
    const [client] = await tx.query<{ business_name: string }>(CLIENT_IN_MAIL);
    const token = this.secrets.newToken();
    const said: SealedMail = { token, businessName: client!.business_name };
    const key = await this.keys.current(auth, 'encryption');
    const [asked] = await tx.query<{ sends: number }>(ASK_VERIFICATION, [
      addressId,
      this.secrets.hashesOfToken(token)[0],
      new Date(this.clock.now().getTime() + DAY_MS),
      sealField(key, placeOfAddress(auth, addressId, 'mail_sealed'), JSON.stringify(said)),
    ]);
    const { clientId, dataEnv } = auth;
    await tx.enqueue(MAIL_VERIFICATION, { clientId, dataEnv, addressId, sends: asked!.sends });
  }

  private async countResend(
    tx: UnitOfWork,
    auth: AuthContext,
    { email_hash: hash }: AddressRow,
  ): Promise<void> {
    const subject = [auth.clientId, accountableId(auth), hash.toString('base64url')];
    const state = await this.limiter.takeWith(tx, { caller: subject }, 'email-routing.resend', RESENDS);
    if (state.retryAfterSeconds === 0) return;
    throw new PlatformError(CATALOGUE.rateLimited, {
      message: `An address can be asked to confirm ${RESENDS.caller.limit} times an hour. Retry after the time in Retry-After.`,
      retryAfterSeconds: state.retryAfterSeconds,
    });
  }
}
