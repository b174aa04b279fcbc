import { Injectable } from '@nestjs/common';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import { organisationOf, type AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { Clock } from '../../../core/time/clock.js';
import { heirIn, RoleEndings, type HeldRole } from '../endings/role-endings.service.js';
import {
  COUNT_OTHERS_WITH_ROLE,
  COUNT_PEOPLE,
  FIND_PERSON_OF_CLIENT,
  LIST_PEOPLE,
} from '../lookup/people.queries.js';
import { managedBy, personEtag, personOf, type PersonRow } from '../lookup/person-rows.js';
import type { PersonFacts } from '../lookup/person-notice.js';
import { PersonNotices } from '../lookup/person-notices.service.js';
import type { PersonResponse } from '../lookup/person.response.js';
import { PEOPLE_ACTIONS } from '../people.audit.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import { grantableRoles, roleLeftEmpty, type RoleState } from '../rules/grants.policy.js';
import type { PeoplePageQuery } from '../rules/page.request.js';
import { readGrantableRole } from '../rules/not-grantable.js';
import { GIVE_BACK_ROLE } from './members.queries.js';
import type { ChangeRoleRequest } from './members.request.js';
import type { ChangedPersonResponse, DeactivatedPersonResponse, PeopleResponse } from './members.response.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';

interface Total {
  readonly total: number;
}

/**
 * The people of a client whom the caller manages (people section 2). A change takes effect from the
 * next request on, because each request reads its assignments.
 */
@Injectable()
export class MembersService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedValues,
    private readonly endings: RoleEndings,
    private readonly notices: PersonNotices,
    private readonly clock: Clock,
  ) {}

  list(auth: AuthContext, { page, page_size: size }: PeoplePageQuery): Promise<PeopleResponse> {
    return this.metadata.read(auth, async (db) => {
      const whose = managedBy(auth);
      const rows = await db.query<PersonRow>(LIST_PEOPLE, [...whose, size, rowsBefore(page, size)]);
      const [count] = await db.query<Total>(COUNT_PEOPLE, whose);
      return {
        items: await Promise.all(rows.map((row) => personOf(auth, this.sealed, row))),
        pagination: paginationOf(page, size, count!.total),
        grantable_roles: [...grantableRoles(auth.scope)],
      };
    });
  }

  /** @throws 404 if the caller manages no such person */
  show(auth: AuthContext, userId: string): Promise<PersonResponse> {
    return this.metadata.read(auth, (db) => this.shown(db, auth, userId));
  }

  /**
   * @param ifMatch the header: the etag of the person that was read
   * @throws 422 for a role that the caller cannot give, 400 if the keys cannot be handed to the
   *   named colleague, 404, 428 without the header, 409 for a stale one and for the last
   *   administrator
   */
  changeRole(
    auth: AuthContext,
    userId: string,
    { role: name, keep_api_keys_with: heirId }: ChangeRoleRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<ChangedPersonResponse> {
    const role = readGrantableRole(auth, name);
    return this.change(auth, async (tx) => {
      const before = await this.lockPerson(tx, auth, userId);
      requireRead('person', personEtag(before), ifMatch);
      await this.keepOneOfRole(tx, auth, before, { role, active: before.active });
      const held = heldBy(auth, before);
      const { apiKeys } = await this.endings.change(tx, auth, held, role, heirIn('body', heirId));
      if (role !== before.role) {
        const changed = { role, previous_role: before.role };
        await tx.auditDone(PEOPLE_ACTIONS.roleChanged, { user_id: userId, ...changed });
        await this.tell(tx, auth, userId, { what: 'role_changed', ...changed });
      }
      const person = await this.shown(tx, auth, userId);
      return tx.complete(reservation, { ...person, api_keys: apiKeys }, { ETag: quotedEtag(person.etag) });
    });
  }

  /**
   * Ends the person's role for the client, and everything that depends on it (people 2.8).
   * @param heirId who takes over the person's API keys; undefined: they end
   * @throws 404, 409 for the last administrator and for the last partner user, 400 if the keys
   *   cannot be handed to the named colleague
   */
  deactivate(
    auth: AuthContext,
    userId: string,
    heirId: string | undefined,
    reservation: Reservation,
  ): Promise<DeactivatedPersonResponse> {
    return this.change(auth, async (tx) => {
      const before = await this.lockPerson(tx, auth, userId);
      await this.keepOneOfRole(tx, auth, before, { role: before.role, active: false });
      const { apiKeys, withdrawnInvitations } = await this.endings.end(
        tx,
        auth,
        heldBy(auth, before),
        heirIn('body', heirId),
      );
      await tx.auditDone(PEOPLE_ACTIONS.deactivated, {
        user_id: userId,
        role: before.role,
        was_active: before.active,
        revoked_keys: apiKeys.ended,
        handed_over_keys: apiKeys.handed_over,
      });
      if (before.active) await this.tell(tx, auth, userId, { what: 'deactivated', role: before.role });
      return tx.complete(reservation, {
        ...(await this.shown(tx, auth, userId)),
        api_keys: apiKeys,
        revoked_api_keys: apiKeys.ended,
        withdrawn_invitations: withdrawnInvitations,
      });
    });
  }

  /** @throws 404 */
  reactivate(auth: AuthContext, userId: string, reservation: Reservation): Promise<PersonResponse> {
    return this.change(auth, async (tx) => {
      const before = await this.lockPerson(tx, auth, userId);
      if (!before.active) {
        await tx.query(GIVE_BACK_ROLE, [userId, this.clock.now(), auth.principal.id]);
        await tx.auditDone(PEOPLE_ACTIONS.reactivated, { user_id: userId, role: before.role });
        await this.tell(tx, auth, userId, { what: 'reactivated', role: before.role });
      }
      return tx.complete(reservation, await this.shown(tx, auth, userId));
    });
  }

  private tell(
    tx: UnitOfWork,
    auth: AuthContext,
    userId: string,
    facts: Omit<PersonFacts, 'organisation_id'>,
  ): Promise<void> {
    return this.notices.tell(tx, auth, userId, { ...facts, organisation_id: organisationOf(auth) });
  }

  /** Changes wait for each other, because the last administrator depends on all of them. */
  private async change<T>(auth: AuthContext, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    await this.sealed.prepare(auth);
    return this.metadata.transaction(auth, work, { serializeBy: 'people' });
  }

  /**
   * The person, after locking everyone whom the caller manages.
   * @throws 404
   */
  private async lockPerson(tx: UnitOfWork, auth: AuthContext, userId: string): Promise<PersonRow> {
    await this.endings.hold(tx, grantableRoles(auth.scope));
    return find(tx, auth, userId);
  }

  private async shown(db: StoreReader, auth: AuthContext, userId: string): Promise<PersonResponse> {
    return personOf(auth, this.sealed, await find(db, auth, userId));
  }

  /** @throws 409 last_administrator, or last_partner_user */
  private async keepOneOfRole(
    tx: UnitOfWork,
    auth: AuthContext,
    before: PersonRow,
    after: RoleState,
  ): Promise<void> {
    const values = [...managedBy(auth), before.role, before.user_id];
    const [others] = await tx.query<Total>(COUNT_OTHERS_WITH_ROLE, values);
    const empty = roleLeftEmpty(auth.scope, { before, after, others: others!.total });
    if (empty === 'partner_user') throw new PlatformError(PEOPLE_ERRORS.lastPartnerUser);
    if (empty !== null) throw new PlatformError(PEOPLE_ERRORS.lastAdministrator);
  }
}

const heldBy = (auth: AuthContext, { user_id: userId, role }: PersonRow): HeldRole => ({
  userId,
  role,
  organisationId: organisationOf(auth),
});

/** @throws 404 if the caller manages no such person */
async function find(db: StoreReader, auth: AuthContext, userId: string): Promise<PersonRow> {
  // PostgreSQL rejects the statement if a text is not a UUID.
  if (!isGivenId(userId)) throw notFound();
  const [row] = await db.query<PersonRow>(FIND_PERSON_OF_CLIENT, [...managedBy(auth), userId]);
  if (!row) throw notFound();
  return row;
}
