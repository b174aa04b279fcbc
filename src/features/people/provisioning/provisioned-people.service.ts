import { Injectable } from '@nestjs/common';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { CUSTOMER_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import { Clock } from '../../../core/time/clock.js';
import { PARTNER_ACTIONS } from '../../partner/partner.audit.js';
import { RoleEndings, type HeldRole } from '../endings/role-endings.service.js';
import { PEOPLE_ACTIONS } from '../people.audit.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import {
  ADD_PROVISIONED_PERSON,
  COUNT_OTHER_ADMINISTRATORS,
  GIVE_PROVISIONED_ROLES,
  PAUSE_ROLE,
  PEOPLE_WITH_ADDRESS,
  RENAME_PROVISIONED_PERSON,
  RESUME_ROLE,
  ROLES_OF_PEOPLE,
} from './provisioning.queries.js';

type CustomerRole = (typeof CUSTOMER_ROLES)[number];

/** The role that a person is to have; `own`: the current or the last one, null: none. */
export interface WantedRole {
  readonly userId: string;
  readonly role: CustomerRole | 'own' | null;
}

interface RoleRow {
  readonly user_id: string;
  readonly role: PortalRole;
  readonly active: boolean;
  readonly organisation_id: string | null;
}

interface GivenRole {
  readonly userId: string;
  readonly role: CustomerRole;
}

const isCustomerRole = (role: PortalRole): role is CustomerRole => CUSTOMER_ROLES.some((it) => it === role);

const ownRole = (row: RoleRow | undefined): CustomerRole | null =>
  row !== undefined && isCustomerRole(row.role) ? row.role : null;

/**
 * The people whom the directory of a client governs: their accounts, and their roles of the
 * customer. Roles of partners and of our own staff are never given, changed or ended (people 2.9).
 * The caller's transaction is serialised by `people`.
 */
@Injectable()
export class ProvisionedPeople {
  constructor(
    private readonly endings: RoleEndings,
    private readonly keys: TenantKeys,
    private readonly clock: Clock,
  ) {}

  /** Locks everyone with a role of the customer: the last administrator depends on all of them. */
  hold(tx: UnitOfWork): Promise<void> {
    return this.endings.hold(tx, CUSTOMER_ROLES);
  }

  /** Adds the account of a person, without a role. */
  async add(tx: UnitOfWork, { clientId }: Tenant, userId: string, name: string): Promise<void> {
    await tx.query(ADD_PROVISIONED_PERSON, [userId, `directory:${clientId}:${userId}`, name]);
  }

  /**
   * Has no effect on a person whom the directory did not create, because other clients see that
   * name too.
   */
  async rename(tx: UnitOfWork, userId: string, name: string): Promise<void> {
    await tx.query(RENAME_PROVISIONED_PERSON, [userId, name]);
  }

  /** The people with a role of the customer who were invited to one of these addresses. */
  async invitedAt(db: StoreReader, tenant: Tenant, addresses: readonly string[]): Promise<string[]> {
    const key = await this.keys.current(tenant, 'matching');
    const hashes = addresses.map((address) => keyedHash(key, 'invited-email', `\n${address.toLowerCase()}`));
    const rows = await db.query<{ user_id: string }>(PEOPLE_WITH_ADDRESS, [hashes]);
    return rows.map(({ user_id: id }) => id);
  }

  /** Whether a person has an active role of the customer. */
  async isOfCustomer(db: StoreReader, userId: string): Promise<boolean> {
    const [held] = await db.query<RoleRow>(ROLES_OF_PEOPLE, [[userId]]);
    return held?.active === true && ownRole(held) !== null;
  }

  /**
   * Gives, changes and ends roles until each person has the wanted one.
   * @param endsKeys whether API keys end with a role
   * @throws LastAdministrator for a change that would leave the client without one
   */
  async settle(
    tx: UnitOfWork,
    auth: AuthContext,
    wanted: readonly WantedRole[],
    endsKeys: boolean,
  ): Promise<void> {
    const rows = await tx.query<RoleRow>(ROLES_OF_PEOPLE, [wanted.map(({ userId }) => userId)]);
    const held = new Map(rows.map((row) => [row.user_id, row]));
    const given: GivenRole[] = [];
    const replaced: { before: RoleRow; role: CustomerRole | null }[] = [];
    for (const { userId, role: asked } of wanted) {
      const before = held.get(userId);
      const role = asked === 'own' ? ownRole(before) : asked;
      if (!before?.active) {
        if (role !== null) given.push({ userId, role });
      } else if (before.role !== role && isCustomerRole(before.role)) replaced.push({ before, role });
    }
    // First, so that if two administrators exchange roles, neither counts as the last one.
    if (given.length > 0) await this.give(tx, auth, given);
    for (const { before, role } of replaced) await this.replace(tx, auth, before, role, endsKeys);
  }

  /**
   * Ends the sessions of the last administrator and, if requested, the API keys; the role stays.
   */
  async shutOut(tx: UnitOfWork, auth: AuthContext, userId: string, endsKeys: boolean): Promise<void> {
    const [held] = await tx.query<RoleRow>(ROLES_OF_PEOPLE, [[userId]]);
    if (!held?.active) return;
    await tx.query(PAUSE_ROLE, [userId]);
    await tx.query(RESUME_ROLE, [userId]);
    if (endsKeys) await this.endings.endKeys(tx, auth, heldBy(held));
    await tx.auditDone(PEOPLE_ACTIONS.shutOut, { user_id: userId, role: held.role });
  }

  private async give(tx: UnitOfWork, auth: AuthContext, given: readonly GivenRole[]): Promise<void> {
    await tx.query(GIVE_PROVISIONED_ROLES, [
      given.map(({ userId }) => userId),
      given.map(({ role }) => role),
      this.clock.now(),
      auth.principal.id,
    ]);
    for (const { userId, role } of given)
      await tx.auditDone(PARTNER_ACTIONS.roleGiven, { user_id: userId, role });
  }

  private async replace(
    tx: UnitOfWork,
    auth: AuthContext,
    before: RoleRow,
    role: CustomerRole | null,
    endsKeys: boolean,
  ): Promise<void> {
    const { user_id: userId } = before;
    if (before.role === 'client_admin') {
      const [others] = await tx.query<{ total: number }>(COUNT_OTHER_ADMINISTRATORS, [userId]);
      if (others!.total === 0) throw new LastAdministrator(userId);
    }
    if (role === null) {
      const ended = await this.endings.end(tx, auth, heldBy(before), null, endsKeys);
      const revoked = { revoked_keys: ended.apiKeys.ended, handed_over_keys: 0 };
      await tx.auditDone(PEOPLE_ACTIONS.deactivated, {
        user_id: userId,
        role: before.role,
        was_active: true,
        ...revoked,
      });
      return;
    }
    await this.endings.change(tx, auth, heldBy(before), role, null);
    const changed = { user_id: userId, role, previous_role: before.role };
    await tx.auditDone(PEOPLE_ACTIONS.roleChanged, changed);
  }
}

/** A change that would leave the client without an administrator. */
export class LastAdministrator extends PlatformError {
  constructor(readonly userId: string) {
    super(PEOPLE_ERRORS.lastAdministrator);
  }
}

const heldBy = (row: RoleRow): HeldRole => ({
  userId: row.user_id,
  role: row.role,
  organisationId: row.organisation_id,
});
