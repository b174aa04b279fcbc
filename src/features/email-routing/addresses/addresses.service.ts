import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { EMAIL_ROUTING_ACTIONS } from '../email-routing.audit.js';
import { addressOf, placeOfAddress, type AddressRow } from '../lookup/address-rows.js';
import type { AddressResponse } from '../lookup/address.response.js';
import { LIST_ADDRESSES, TAKE_ADDRESSES_TURN } from '../lookup/addresses.queries.js';
import { EmailSecrets } from '../lookup/email-secrets.js';
import { NoticeEndings } from '../lookup/notice-endings.service.js';
import { MAIL_NOTICE } from '../lookup/notice-mails.js';
import { HELD_MAILS } from '../lookup/notices.queries.js';
import { MOST_ADDRESSES } from '../rules/address-words.js';
import { USUAL_TIMES } from '../rules/sending-time.policy.js';
import { requireTimes } from '../rules/require-times.js';
import { requireTopics } from '../rules/require-topics.js';
import { topicsFor } from '../rules/topics.policy.js';
import { AddressConfirmations } from './address-confirmations.service.js';
import {
  ADD_ADDRESS,
  CHANGE_ADDRESS,
  DELETE_ADDRESS,
  RETURN_ADDRESS,
  ROOM_FOR_ADDRESS,
} from './addresses.queries.js';
import type { AddAddressRequest, ChangeAddressRequest } from './addresses.request.js';
import { conflict, hold } from './hold-address.js';
import type { AddressesResponse, DeletedAddressResponse } from './addresses.response.js';

/** Addresses for notices, each of one party: the customer, or one of its partners (email-routing section 1). */
@Injectable()
export class AddressesService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
    private readonly secrets: EmailSecrets,
    private readonly confirmations: AddressConfirmations,
    private readonly notices: NoticeEndings,
    private readonly clock: Clock,
  ) {}

  async list(auth: AuthContext): Promise<AddressesResponse> {
    const rows = await this.metadata.read(auth, (db) =>
      db.query<AddressRow>(LIST_ADDRESSES, [organisationOf(auth)]),
    );
    return {
      items: await Promise.all(rows.map((row) => addressOf(auth, this.sealed, row))),
      topics: topicsFor(auth.scope),
    };
  }

  /**
   * Adds an address, or reactivates one that bounced or unsubscribed, and asks its owner to confirm
   * it.
   * @throws 400 as for a change, 409 for an existing address and for the 51st, 503 without the keys
   *   to seal it
   */
  async add(
    auth: AuthContext,
    request: AddAddressRequest,
    reservation: Reservation | null,
  ): Promise<AddressResponse> {
    const { email, label, topics, language } = request;
    requireTopics(auth, topics, ['topics']);
    const times = requireTimes(request, USUAL_TIMES);
    const key = await this.keys.current(auth, 'encryption');
    const hashes = this.secrets.hashesOfEmail(email);
    const now = this.clock.now();
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(TAKE_ADDRESSES_TURN);
      const party = organisationOf(auth);
      const [room] = await tx.query<{ total: number; known: string | null }>(ROOM_FOR_ADDRESS, [
        party,
        hashes,
      ]);
      const known = room!.known === null ? null : await hold(tx, auth, room!.known);
      if (known !== null && (known.status === 'pending' || known.status === 'verified'))
        throw conflict('This address is already in the list. Change it there, or ask it to confirm again.');
      if (known?.status !== 'bounced' && room!.total >= MOST_ADDRESSES) throw conflict(FULL);
      const id = known?.address_id ?? randomUUID();
      const by = auth.principal.id;
      if (known) await tx.query(RETURN_ADDRESS, [id, by, now]);
      else {
        const sealed = sealField(key, placeOfAddress(auth, id, 'email_sealed'), email);
        const [leaving] = this.secrets.hashesOfToken(this.secrets.unsubscribeTokens(id)[0]);
        await tx.query(ADD_ADDRESS, [
          id,
          party,
          sealed,
          hashes[0],
          label,
          language,
          topics,
          leaving,
          now,
          by,
        ]);
      }
      await tx.query(CHANGE_ADDRESS, [id, label, language, topics, ...times]);
      await this.confirmations.ask(tx, auth, id);
      await tx.auditDone(EMAIL_ROUTING_ACTIONS.added, { address_id: id, topics: topics.join(',') });
      return tx.complete(reservation, await this.shown(tx, auth, id));
    });
  }

  /**
   * @throws 400 for a topic that the caller's role may not read and for incomplete quiet hours, 404
   */
  async change(
    auth: AuthContext,
    addressId: string,
    request: ChangeAddressRequest,
    reservation: Reservation | null,
  ): Promise<AddressResponse> {
    await this.sealed.prepare(auth);
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(TAKE_ADDRESSES_TURN);
      const row = await hold(tx, auth, addressId);
      const { label = row.label, language = row.language, topics = row.topics } = request;
      requireTopics(auth, topics, ['topics']);
      const times = requireTimes(request, row);
      await tx.query(CHANGE_ADDRESS, [addressId, label, language, topics, ...times]);
      await askAgain(tx, auth, addressId);
      await tx.auditDone(EMAIL_ROUTING_ACTIONS.changed, {
        address_id: addressId,
        fields: Object.keys(request).toSorted().join(','),
        topics: topics.join(','),
      });
      return tx.complete(reservation, await this.shown(tx, auth, addressId));
    });
  }

  /** @throws 404 */
  delete(
    auth: AuthContext,
    addressId: string,
    reservation: Reservation | null,
  ): Promise<DeletedAddressResponse> {
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(TAKE_ADDRESSES_TURN);
      await hold(tx, auth, addressId);
      await this.notices.addressDeleted(tx, addressId);
      await tx.query(DELETE_ADDRESS, [addressId]);
      await tx.auditDone(EMAIL_ROUTING_ACTIONS.deleted, { address_id: addressId });
      return tx.complete(reservation, { address_id: addressId, deleted: true as const });
    });
  }

  private async shown(tx: UnitOfWork, auth: AuthContext, addressId: string): Promise<AddressResponse> {
    return addressOf(auth, this.sealed, await hold(tx, auth, addressId));
  }
}

const FULL = `The client has ${MOST_ADDRESSES} addresses, which is the limit. Delete one.`;

/**
 * Makes the worker check mails again that wait for a sending time of the address, because the time
 * may have changed.
 */
async function askAgain(
  tx: UnitOfWork,
  { clientId, dataEnv }: AuthContext,
  addressId: string,
): Promise<void> {
  for (const { notice_id: noticeId } of await tx.query<{ notice_id: string }>(HELD_MAILS, [addressId]))
    await tx.enqueue(MAIL_NOTICE, { clientId, dataEnv, noticeId });
}
