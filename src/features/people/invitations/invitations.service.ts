import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { managedBy, maskedEmail, openedEmail, placeOfInvitation } from '../lookup/person-rows.js';
import { PEOPLE_ACTIONS } from '../people.audit.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import {
  hashInvitationToken,
  invitationState,
  newInvitationToken,
  secondsUntilResend,
  VALID_DAYS,
} from '../rules/invitation.policy.js';
import { readGrantableRole } from '../rules/not-grantable.js';
import { PersonNotices } from '../lookup/person-notices.service.js';
import type { PeoplePageQuery } from '../rules/page.request.js';
import { MAIL_INVITATION, type SealedMail } from './invitation-mails.js';
import {
  ADD_INVITATION,
  COUNT_INVITATIONS,
  FIND_INVITATION,
  LIST_INVITATIONS,
  LOCK_INVITATION,
  MAIL_NAMES,
  RENEW_INVITATION,
  WITHDRAW_INVITATION,
} from './invitations.queries.js';
import type { InviteRequest } from './invitations.request.js';
import type { InvitationResponse, InvitationsResponse } from './invitations.response.js';

interface InvitationRow {
  readonly invitation_id: string;
  readonly role: PortalRole;
  readonly email_sealed: Buffer;
  readonly mail_status: 'pending' | 'sent' | 'failed';
  readonly sends: number;
  readonly sent_at: Date;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly created_by: string;
  readonly accepted_at: Date | null;
  readonly accepted_by: string | null;
  readonly withdrawn_at: Date | null;
}

/** A mail to send: its stored token, its sealed part, and when its link expires. */
interface NewMail {
  readonly tokenHash: Buffer;
  readonly sealed: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Invitations to roles, only by mail (people section 3): no response contains a token. */
@Injectable()
export class InvitationsService {
  private readonly pepper: Buffer;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly metadata: MetadataStore,
    private readonly notices: PersonNotices,
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {
    this.pepper = settings.apiKeys.pepper;
  }

  list(auth: AuthContext, { page, page_size: size }: PeoplePageQuery): Promise<InvitationsResponse> {
    return this.metadata.read(auth, async (db) => {
      const whose = managedBy(auth);
      const rows = await db.query<InvitationRow>(LIST_INVITATIONS, [...whose, size, rowsBefore(page, size)]);
      const [count] = await db.query<{ total: number }>(COUNT_INVITATIONS, whose);
      return {
        items: await Promise.all(rows.map((row) => this.listed(auth, row))),
        pagination: paginationOf(page, size, count!.total),
      };
    });
  }

  /**
   * @throws 422 for a role that the caller cannot give, 409 if the address has an invitation, 503
   *   without the keys to seal it
   */
  async invite(
    auth: AuthContext,
    { email, role: name }: InviteRequest,
    reservation: Reservation,
  ): Promise<InvitationResponse> {
    const role = readGrantableRole(auth, name);
    const id = randomUUID();
    const key = await this.keys.current(auth, 'encryption');
    const matching = await this.keys.current(auth, 'matching');
    const organisationId = organisationOf(auth);
    // Invitations of a client and those of its partner are independent, like their people.
    const hash = keyedHash(matching, 'invited-email', `${organisationId ?? ''}\n${email.toLowerCase()}`);
    return this.metadata.transaction(auth, async (tx) => {
      const mail = await this.newMail(tx, auth, id);
      const [added] = await tx.query(ADD_INVITATION, [
        id,
        role,
        organisationId,
        sealField(key, placeOfInvitation(auth, id, 'email_sealed'), email),
        hash,
        mail.tokenHash,
        mail.sealed,
        mail.now,
        mail.expiresAt,
        auth.principal.id,
      ]);
      if (!added) throw new PlatformError(PEOPLE_ERRORS.invitationExists);
      await tx.enqueue(MAIL_INVITATION, tenantsMail(auth, id, 1));
      await tx.auditDone(PEOPLE_ACTIONS.invited, { invitation_id: id, role });
      await this.notices.tell(tx, auth, id, { what: 'invited', role, organisation_id: organisationOf(auth) });
      return tx.complete(reservation, await this.shown(tx, auth, id));
    });
  }

  /**
   * @throws 404, 409 for one that was accepted or withdrawn, 429 within five minutes of the
   *   previous mail
   */
  async resend(auth: AuthContext, id: string, reservation: Reservation): Promise<InvitationResponse> {
    await this.sealed.prepare(auth);
    return this.metadata.transaction(auth, async (tx) => {
      const row = await find(tx, auth, id, LOCK_INVITATION);
      const now = this.clock.now();
      if (row.accepted_at !== null || row.withdrawn_at !== null)
        throw new PlatformError(PEOPLE_ERRORS.invitationEnded, { message: ENDED });
      const wait = secondsUntilResend(row.sent_at, now);
      if (wait > 0) throw new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds: wait });
      const mail = await this.newMail(tx, auth, id);
      await tx.query(RENEW_INVITATION, [
        id,
        mail.tokenHash,
        mail.sealed,
        mail.now,
        mail.expiresAt,
        auth.principal.id,
      ]);
      await tx.enqueue(MAIL_INVITATION, tenantsMail(auth, id, row.sends + 1));
      await tx.auditDone(PEOPLE_ACTIONS.invitationResent, { invitation_id: id, sends: row.sends + 1 });
      return tx.complete(reservation, await this.shown(tx, auth, id));
    });
  }

  /** @throws 404, 409 for one that was accepted */
  async withdraw(auth: AuthContext, id: string, reservation: Reservation): Promise<InvitationResponse> {
    await this.sealed.prepare(auth);
    return this.metadata.transaction(auth, async (tx) => {
      const row = await find(tx, auth, id, LOCK_INVITATION);
      if (row.accepted_at !== null)
        throw new PlatformError(PEOPLE_ERRORS.invitationEnded, { message: ACCEPTED });
      if (row.withdrawn_at === null) {
        await tx.query(WITHDRAW_INVITATION, [id, this.clock.now(), auth.principal.id]);
        await tx.auditDone(PEOPLE_ACTIONS.invitationWithdrawn, { invitation_id: id });
      }
      return tx.complete(reservation, await this.shown(tx, auth, id));
    });
  }

  /** A new token, with the names for its mail: the worker, which sends it, cannot read people. */
  private async newMail(tx: UnitOfWork, auth: AuthContext, id: string): Promise<NewMail> {
    const [names] = await tx.query<{ business_name: string; display_name: string }>(MAIL_NAMES, [
      auth.principal.id,
    ]);
    const token = newInvitationToken();
    const said: SealedMail = {
      token,
      inviterName: names!.display_name,
      businessName: names!.business_name,
    };
    const key = await this.keys.current(auth, 'encryption');
    const now = this.clock.now();
    return {
      tokenHash: hashInvitationToken(this.pepper, token),
      sealed: sealField(key, placeOfInvitation(auth, id, 'mail_sealed'), JSON.stringify(said)),
      now,
      expiresAt: new Date(now.getTime() + VALID_DAYS * DAY_MS),
    };
  }

  private async shown(db: StoreReader, auth: AuthContext, id: string): Promise<InvitationResponse> {
    return this.itemOf(auth, await find(db, auth, id, FIND_INVITATION));
  }

  /** Contains the full address for the person who typed it; responses stored for replays do not. */
  private async listed(auth: AuthContext, row: InvitationRow): Promise<InvitationResponse> {
    const item = await this.itemOf(auth, row);
    if (row.created_by !== auth.principal.id) return item;
    const email = await openedEmail(auth, this.sealed, row);
    return email === null ? item : { ...item, email };
  }

  private async itemOf(auth: AuthContext, row: InvitationRow): Promise<InvitationResponse> {
    return {
      invitation_id: row.invitation_id,
      email_masked: (await maskedEmail(auth, this.sealed, row))!,
      role: row.role,
      client_id: auth.clientId,
      data_env: auth.dataEnv,
      state: invitationState(row, this.clock.now()),
      mail_status: row.mail_status,
      sends: row.sends,
      invited_by: row.created_by,
      created_at_utc: row.created_at.toISOString(),
      expires_at_utc: row.expires_at.toISOString(),
      accepted_at_utc: row.accepted_at?.toISOString() ?? null,
      accepted_by: row.accepted_by,
      withdrawn_at_utc: row.withdrawn_at?.toISOString() ?? null,
    };
  }
}

const ENDED = 'This invitation was accepted or withdrawn. Invite the person again.';
const ACCEPTED = 'This invitation was accepted. End the role of the person instead.';

const tenantsMail = ({ clientId, dataEnv }: AuthContext, invitationId: string, sends: number) => ({
  clientId,
  dataEnv,
  invitationId,
  sends,
});

/** @throws 404 if the caller has no such invitation */
async function find(
  db: StoreReader,
  auth: AuthContext,
  id: string,
  statement: typeof FIND_INVITATION,
): Promise<InvitationRow> {
  // PostgreSQL rejects the statement if a text is not a UUID.
  if (!isGivenId(id)) throw notFound();
  const [row] = await db.query<InvitationRow>(statement, [...managedBy(auth), id]);
  if (!row) throw notFound();
  return row;
}
