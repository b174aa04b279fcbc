import { Injectable } from '@nestjs/common';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable, type PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { PARTNER_ROLES, type PartnerRole } from '../../../core/shared/roles.js';
import { heirIn, RoleEndings } from '../../people/endings/role-endings.service.js';
import { roleLeftEmpty } from '../../people/rules/grants.policy.js';
import { PARTNER_CLIENT_ACTIONS } from '../partner-clients.audit.js';
import { hasOtherRole, lastAdministrator, lastPartnerUser } from '../rules/conflicts.js';
import { organisationOf } from '../rules/people.js';
import { ASSIGN_USER, ASSIGNABLE_USERS, ASSIGNED_USERS, IS_MEMBER, ROLE_OF_USER } from './users.queries.js';
import type { AssignUserRequest, RemoveUserQuery } from './users.request.js';
import type {
  AssignableUsersResponse,
  PartnerClientUser,
  PartnerClientUsersResponse,
  RemovedUserResponse,
} from './users.response.js';

interface UserRow {
  readonly user_id: string;
  readonly role: PartnerRole;
  readonly display_name: string;
  readonly assigned_at: Date;
  readonly assigned_by: string;
}

/** Which people of a partner are assigned to a client (partner-clients section 6). */
@Injectable()
export class UsersService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly endings: RoleEndings,
    private readonly clock: Clock,
  ) {}

  list(auth: AuthContext): Promise<PartnerClientUsersResponse> {
    return this.metadata.read(auth, (db) => assignedUsers(db, auth));
  }

  /** Members of the caller's organisation who have no role for the client. */
  assignable(auth: AuthContext): Promise<AssignableUsersResponse> {
    return this.metadata.read(auth, async (db) => ({
      items: await db.query(ASSIGNABLE_USERS, [organisationOf(auth)]),
    }));
  }

  /**
   * Assigns a member of the caller's organisation; an existing role stays unchanged.
   * @throws 422 for anyone who is not a member, whether the person exists or not; 409 for a person
   *   with another role
   */
  assign(
    auth: AuthContext,
    { user_id, role }: AssignUserRequest,
    reservation: Reservation | null,
  ): Promise<PartnerClientUsersResponse> {
    const userId = user_id.toLowerCase();
    return this.metadata.transaction(auth, async (tx) => {
      const members = await tx.query(IS_MEMBER, [organisationOf(auth), userId]);
      if (members.length === 0) throw notAssignable();
      const given = await tx.query(ASSIGN_USER, [
        userId,
        role,
        this.clock.now(),
        auth.principal.id,
        organisationOf(auth),
      ]);
      if (given.length > 0) {
        await tx.auditDone(PARTNER_CLIENT_ACTIONS.userAssigned, { user_id: userId, role });
      } else {
        const [present] = await tx.query<{ role: string; organisation_id: string | null }>(ROLE_OF_USER, [
          userId,
        ]);
        if (present?.role !== role || present.organisation_id !== organisationOf(auth)) throw hasOtherRole();
      }
      return tx.complete(reservation, await assignedUsers(tx, auth));
    });
  }

  /**
   * Ends the role of a person and everything that depends on it (people 2.8).
   * @throws 404 for a person who is not assigned, 409 for the last partner user and the last
   *   administrator, 422 if the keys cannot be handed to the named colleague
   */
  remove(
    auth: AuthContext,
    userId: string,
    { keep_api_keys_with: heirId }: RemoveUserQuery,
    reservation: Reservation | null,
  ): Promise<RemovedUserResponse> {
    if (!isGivenId(userId)) throw notFound();
    return this.metadata.transaction(
      auth,
      async (tx) => {
        await this.endings.hold(tx, PARTNER_ROLES);
        const { items } = await assignedUsers(tx, auth);
        const removed = items.find(({ user_id }) => user_id === userId);
        if (!removed) throw notFound();
        const { role } = removed;
        requireAnother(auth, items, removed);
        const held = { userId, role, organisationId: organisationOf(auth) };
        const { apiKeys } = await this.endings.end(tx, auth, held, heirIn('query', heirId));
        await tx.auditDone(PARTNER_CLIENT_ACTIONS.userRemoved, { user_id: userId });
        return tx.complete(reservation, { ...(await assignedUsers(tx, auth)), api_keys: apiKeys });
      },
      { serializeBy: 'people' },
    );
  }
}

/** @throws 409 for the last person with the role */
function requireAnother(
  auth: AuthContext,
  all: readonly PartnerClientUser[],
  { user_id, role }: PartnerClientUser,
): void {
  const others = all.filter((it) => it.user_id !== user_id && it.role === role).length;
  const change = { before: { role, active: true }, after: { role, active: false }, others };
  const empty = roleLeftEmpty(auth.scope, change);
  if (empty === 'partner_user') throw lastPartnerUser();
  if (empty !== null) throw lastAdministrator();
}

async function assignedUsers(db: StoreReader, auth: AuthContext): Promise<PartnerClientUsersResponse> {
  const rows = await db.query<UserRow>(ASSIGNED_USERS, [organisationOf(auth)]);
  return {
    items: rows.map(({ user_id, display_name, role, assigned_at, assigned_by }) => ({
      user_id,
      display_name,
      role,
      assigned_at_utc: assigned_at.toISOString(),
      assigned_by,
      is_self: user_id === auth.principal.id,
    })),
  };
}

const notAssignable = (): PlatformError =>
  unprocessable({
    loc: ['body', 'user_id'],
    message: 'must be one of the assignable users of the client',
    type: 'user_not_assignable',
  });
