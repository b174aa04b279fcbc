import { Injectable } from '@nestjs/common';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable, type PlatformError } from '../../../core/shared/platform-error.js';
import type { PortalRole, Scope } from '../../../core/shared/roles.js';
import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { ApiKeysService } from '../../partner/api-keys/api-keys.service.js';
import type { ApiKeysSettledResponse } from '../../partner/rules/settled-keys.response.js';
import { PEOPLE_ACTIONS } from '../people.audit.js';
import { RoleEnded } from '../people.events.js';
import { ADMINISTRATORS, ranksAtLeast } from '../rules/grants.policy.js';
import {
  CHANGE_ROLE,
  END_PROJECT_ASSIGNMENTS,
  END_ROLE,
  LOCK_ROLES,
  ROLE_OF_COLLEAGUE,
  WITHDRAW_INVITATIONS_BY,
  WITHDRAW_INVITATIONS_FOR,
} from './role-endings.queries.js';

/** A person's role for the tenant before the change. */
export interface HeldRole {
  readonly userId: string;
  readonly role: PortalRole;
  /** The organisation of a partner role; null for other roles. */
  readonly organisationId: string | null;
}

/** The colleague who takes over a person's keys. */
export interface Heir {
  readonly userId: string;
  /** The location of the colleague in the request: the field `keep_api_keys_with`. */
  readonly in: 'body' | 'query';
}

/** The colleague that a request names; null if it names none. */
export const heirIn = (place: Heir['in'], userId: string | undefined): Heir | null =>
  userId === undefined ? null : { userId: userId.toLowerCase(), in: place };

/** Everything that ended with a role. */
export interface RoleEnding {
  readonly apiKeys: ApiKeysSettledResponse;
  readonly withdrawnInvitations: number;
}

/**
 * Ends and lowers roles, for every route and command that does so (people 2.8). The caller locks
 * the rows of the people (`hold`) and writes the audit row itself.
 */
@Injectable()
export class RoleEndings {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks everyone with one of some roles until the transaction ends: of two concurrent changes,
   * the second sees the result of the first.
   */
  async hold(tx: UnitOfWork, roles: readonly Scope[]): Promise<void> {
    await tx.query(LOCK_ROLES, [roles]);
  }

  /**
   * Ends a role, and with it sessions, keys, invitations by and for the person, and assignments to
   * projects.
   * @param heir who takes over the person's keys; null: they end
   * @param endsKeys false: the keys stay as they are
   * @throws 422 for an invalid heir
   */
  async end(
    tx: UnitOfWork,
    auth: AuthContext,
    held: HeldRole,
    heir: Heir | null,
    endsKeys = true,
  ): Promise<RoleEnding> {
    await requireColleague(tx, held, heir);
    await tx.query(END_ROLE, [held.userId]);
    await this.events.publish(tx, new RoleEnded(auth, held.userId));
    await tx.query(END_PROJECT_ASSIGNMENTS, [held.userId]);
    return {
      apiKeys: endsKeys
        ? await this.keys.settleAllOf(tx, auth, held, null, heir?.userId ?? null)
        : { kept: 0, ended: 0, handed_over: 0 },
      withdrawnInvitations:
        (await this.withdraw(tx, auth, WITHDRAW_INVITATIONS_BY, held)) +
        (await this.withdraw(tx, auth, WITHDRAW_INVITATIONS_FOR, held, held.organisationId)),
    };
  }

  /** Revokes the API keys of a person who keeps the role. */
  async endKeys(tx: UnitOfWork, auth: AuthContext, held: HeldRole): Promise<void> {
    await this.keys.settleAllOf(tx, auth, held, null, null);
  }

  /**
   * Replaces a role. A lower one ends everything that it does not permit: keys, and the invitations
   * of a person who is no longer an administrator.
   * @throws 422 for an invalid heir
   */
  async change(
    tx: UnitOfWork,
    auth: AuthContext,
    held: HeldRole,
    role: PortalRole,
    heir: Heir | null,
  ): Promise<RoleEnding> {
    await requireColleague(tx, held, heir);
    const isOther = role !== held.role;
    if (isOther) {
      await tx.query(CHANGE_ROLE, [held.userId, role, this.clock.now(), auth.principal.id]);
      await this.events.publish(tx, new RoleEnded(auth, held.userId));
    }
    const ends = isOther && ADMINISTRATORS.some((it) => it === held.role);
    return {
      apiKeys: await this.keys.settleAllOf(tx, auth, held, role, heir?.userId ?? null),
      withdrawnInvitations: ends ? await this.withdraw(tx, auth, WITHDRAW_INVITATIONS_BY, held) : 0,
    };
  }

  /** @returns the number of withdrawn invitations */
  private async withdraw(
    tx: UnitOfWork,
    auth: AuthContext,
    statement: NamedQuery,
    { userId }: HeldRole,
    ...more: readonly unknown[]
  ): Promise<number> {
    const values = [userId, this.clock.now(), auth.principal.id, ...more];
    const rows = await tx.query<{ invitation_id: string }>(statement, values);
    for (const { invitation_id } of rows)
      await tx.auditDone(PEOPLE_ACTIONS.invitationWithdrawn, { invitation_id });
    return rows.length;
  }
}

/**
 * @throws 422, the same for anyone who is not such a colleague, whether the person exists or not
 */
async function requireColleague(tx: UnitOfWork, held: HeldRole, heir: Heir | null): Promise<void> {
  if (heir === null) return;
  const { userId } = heir;
  if (userId === held.userId || !isGivenId(userId)) throw noColleague(heir);
  const [colleague] = await tx.query<{ role: PortalRole }>(ROLE_OF_COLLEAGUE, [userId, held.organisationId]);
  if (!colleague || !ranksAtLeast(colleague.role, held.role)) throw noColleague(heir);
}

const noColleague = (heir: Heir): PlatformError =>
  unprocessable({
    loc: [heir.in, 'keep_api_keys_with'],
    message:
      'must be another active person of the organisation with the same or a higher role for the client',
    type: 'not_a_colleague',
  });
