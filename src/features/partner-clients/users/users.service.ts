import { Injectable } from '@nestjs/common';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unprocessable, type PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { PARTNER_CLIENT_ACTIONS } from '../partner-clients.audit.js';
import { hasOtherRole, lastPartnerUser } from '../rules/conflicts.js';
import { organisationOf } from '../rules/people.js';
import { refusalToRemove, type AssignedUser } from './removal.policy.js';
import {
  ASSIGN_USER,
  ASSIGNABLE_USERS,
  ASSIGNED_USERS,
  IS_MEMBER,
  LOCK_ASSIGNED_USERS,
  REMOVE_USER,
  ROLE_OF_USER,
} from './users.queries.js';
import type { AssignUserRequest } from './users.request.js';
import type { AssignableUsersResponse, PartnerClientUsersResponse } from './users.response.js';

interface UserRow extends AssignedUser {
  readonly display_name: string;
  readonly assigned_at: Date;
  readonly assigned_by: string;
}

/** Which people of a partner are assigned to a client (partner-clients section 6). */
@Injectable()
export class UsersService {
  constructor(
    private readonly metadata: MetadataStore,
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
   * Assigns a member of the caller's organisation; a role that the person has already stays as it
   * is.
   * @throws 422 for one who is no member, whether there is such a person or not; 409 for one with
   *   another role
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
      const given = await tx.query(ASSIGN_USER, [userId, role, this.clock.now(), auth.principal.id]);
      if (given.length > 0) {
        await tx.auditDone(PARTNER_CLIENT_ACTIONS.userAssigned, { user_id: userId, role });
      } else {
        const [present] = await tx.query<{ role: string }>(ROLE_OF_USER, [userId]);
        if (present?.role !== role) throw hasOtherRole();
      }
      return tx.complete(reservation, await assignedUsers(tx, auth));
    });
  }

  /**
   * Ends the role of a person, from that person's next request on.
   * @throws 404 for one who is not assigned, 409 for the last partner user
   */
  remove(
    auth: AuthContext,
    userId: string,
    reservation: Reservation | null,
  ): Promise<PartnerClientUsersResponse> {
    if (!isGivenId(userId)) throw notFound();
    return this.metadata.transaction(
      auth,
      async (tx) => {
        const assigned = await tx.query<AssignedUser>(LOCK_ASSIGNED_USERS, [organisationOf(auth)]);
        const refusal = refusalToRemove(assigned, userId);
        if (refusal === 'absent') throw notFound();
        if (refusal === 'last') throw lastPartnerUser();
        await tx.query(REMOVE_USER, [userId]);
        await tx.auditDone(PARTNER_CLIENT_ACTIONS.userRemoved, { user_id: userId });
        return tx.complete(reservation, await assignedUsers(tx, auth));
      },
      { serializeBy: 'assigned users' },
    );
  }
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
