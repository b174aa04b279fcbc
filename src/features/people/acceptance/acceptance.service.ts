import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import type { TokenClaims } from '../../../core/auth/verified-tokens.js';
import { classifyDriverError } from '../../../core/database/driver/driver-errors.js';
import type { AuthContext, DataEnv } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { PortalRole } from '../../../core/shared/roles.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { isOnAllowlist } from '../../../core/tenancy/ip-allowlist.policy.js';
import { Clock } from '../../../core/time/clock.js';
import { FIND_PERSON_OF_CLIENT } from '../lookup/people.queries.js';
import { personOf, type PersonRow } from '../lookup/person-rows.js';
import type { PersonResponse } from '../lookup/person.response.js';
import { PEOPLE_ACTIONS } from '../people.audit.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import { hashInvitationToken, invitationState, type InvitationDates } from '../rules/invitation.policy.js';
import { nameInMail } from '../../../core/mail/name-in-mail.policy.js';
import {
  ACCEPT_INVITATION,
  ADD_MEMBER,
  ADD_PERSON,
  GIVE_INVITED_ROLE,
  INVITATION_OF_TOKEN,
  MEMBERSHIP_OF_PERSON,
  TAKE_INVITATION,
} from './acceptance.queries.js';
import { PersonNotices } from '../lookup/person-notices.service.js';
import type { InvitationPreviewResponse } from './preview.response.js';

/** The person who accepts, and the address of the request. */
interface Guest {
  readonly claims: TokenClaims;
  readonly address: string;
}

interface Found extends InvitationDates, Record<string, unknown> {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly invitation_id: string;
  readonly role: PortalRole;
  readonly organisation_id: string | null;
  /** The user who sent it. */
  readonly created_by: string;
  readonly allowlist: readonly string[];
  /** null for a person who is not known yet. */
  readonly user_id: string | null;
  readonly user_active: boolean | null;
  readonly business_name: string;
  readonly inviter_name: string;
}

/** An invitation, and the person who accepts it. */
interface Acceptance {
  readonly found: Found;
  readonly tokenHashes: readonly Buffer[];
  readonly userId: string;
  readonly subject: string;
  readonly name: string;
}

/** Turns an invitation into a role of the signed-in person (people section 4). */
@Injectable()
export class AcceptanceService {
  private readonly peppers: readonly Buffer[];

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly reads: SystemQueries,
    private readonly metadata: MetadataStore,
    private readonly notices: PersonNotices,
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {
    this.peppers = [settings.apiKeys.pepper, ...settings.apiKeys.otherPeppers];
  }

  /**
   * Describes an invitation to anyone who has its link, and changes nothing (people 4.6).
   * @throws 404 for a token that does not give a role now
   */
  async preview(token: string): Promise<InvitationPreviewResponse> {
    const [found] = await this.find(token, null, '');
    if (!found || invitationState(found, this.clock.now()) !== 'pending') throw notFound();
    return {
      inviter_name: nameInMail(found.inviter_name),
      business_name: nameInMail(found.business_name),
      role: found.role,
      expires_at_utc: found.expires_at.toISOString(),
    };
  }

  /**
   * @param name the name of a new person
   * @throws 404 for an invalid token, 403 from an address that the client excludes, 409 for an
   *   invitation that has ended and for a person who has a role for the client
   */
  async accept(guest: Guest, token: string, name: string): Promise<PersonResponse> {
    try {
      return await this.attempt(guest, token, name);
    } catch (error) {
      if (!wasPerhapsDoneMeanwhile(error)) throw error;
      return this.attempt(guest, token, name);
    }
  }

  private async attempt({ claims, address }: Guest, token: string, name: string): Promise<PersonResponse> {
    const { subject, dataEnv } = claims;
    // PostgreSQL refuses a text with NUL: no person has such a subject.
    if (subject.includes('\0')) throw notFound();
    const [found] = await this.find(token, dataEnv, subject);
    if (!found || found.user_active === false) throw notFound();
    if (!isOnAllowlist(found.allowlist, address)) throw new PlatformError(CATALOGUE.ipAllowlistRestricted);
    const userId = found.user_id ?? randomUUID();
    const auth: AuthContext = {
      clientId: found.client_id,
      dataEnv: found.data_env,
      scope: found.role,
      principal: { kind: 'bearer', id: userId, organisationId: found.organisation_id, ...claims.proof },
    };
    await this.sealed.prepare(auth);
    return this.metadata.transaction(auth, async (tx) => {
      await this.takeUp(tx, { found, tokenHashes: this.hashesOf(token), userId, subject, name });
      const values = [[found.role], found.organisation_id, userId];
      const [row] = await tx.query<PersonRow>(FIND_PERSON_OF_CLIENT, values);
      // This person accepted it before, and now has another role or none.
      if (!row) throw new PlatformError(PEOPLE_ERRORS.invitationEnded);
      return personOf(auth, this.sealed, row);
    });
  }

  private find(token: string, dataEnv: DataEnv | null, subject: string): Promise<Found[]> {
    return this.reads.query<Found>(INVITATION_OF_TOKEN, [this.hashesOf(token), dataEnv, subject]);
  }

  /** The hashes under which a token may be stored; there are two while the pepper changes. */
  private hashesOf(token: string): readonly Buffer[] {
    return this.peppers.map((pepper) => hashInvitationToken(pepper, token));
  }

  private async takeUp(tx: UnitOfWork, acceptance: Acceptance): Promise<void> {
    const { found, tokenHashes, userId } = acceptance;
    const { invitation_id: id, organisation_id: organisationId, role } = found;
    const [taken] = await tx.query<InvitationDates & { accepted_by: string | null }>(TAKE_INVITATION, [
      id,
      tokenHashes,
    ]);
    if (!taken) throw notFound();
    const now = this.clock.now();
    // The response was lost, and the request is a repetition.
    if (taken.accepted_by === userId) return;
    if (invitationState(taken, now) !== 'pending') throw new PlatformError(PEOPLE_ERRORS.invitationEnded);
    await this.give(tx, acceptance, now);
    await tx.query(ACCEPT_INVITATION, [id, userId, now]);
    await tx.auditDone(PEOPLE_ACTIONS.invitationAccepted, {
      invitation_id: id,
      user_id: userId,
      role,
      new_user: found.user_id === null,
      through_organisation: organisationId !== null,
    });
    const tenant = { clientId: found.client_id, dataEnv: found.data_env };
    await this.notices.tell(tx, tenant, id, { what: 'accepted', role, organisation_id: organisationId });
  }

  /** @throws 409 if the person has a role for the client, or has left the organisation */
  private async give(tx: UnitOfWork, { found, userId, subject, name }: Acceptance, now: Date): Promise<void> {
    const { organisation_id: organisationId, role, created_by: inviter } = found;
    if (found.user_id === null) await tx.query(ADD_PERSON, [userId, subject, name]);
    if (organisationId !== null) await this.join(tx, userId, organisationId);
    const [given] = await tx.query(GIVE_INVITED_ROLE, [userId, role, now, inviter, organisationId]);
    if (!given) throw new PlatformError(PEOPLE_ERRORS.roleHeld);
  }

  /** @throws 409 if an operator has ended the membership, which only an operator can restore */
  private async join(tx: UnitOfWork, userId: string, organisationId: string): Promise<void> {
    const [member] = await tx.query<{ active: boolean }>(MEMBERSHIP_OF_PERSON, [userId, organisationId]);
    if (member?.active === false) throw new PlatformError(PEOPLE_ERRORS.invitationEnded);
    if (!member) await tx.query(ADD_MEMBER, [userId, organisationId]);
  }
}

/**
 * Whether a concurrent request of the same new person may have added the person or accepted this
 * invitation: a second attempt finds the row.
 */
const wasPerhapsDoneMeanwhile = (error: unknown): boolean =>
  classifyDriverError(error)?.kind === 'conflict' ||
  (error instanceof PlatformError && error.entry === PEOPLE_ERRORS.invitationEnded);
