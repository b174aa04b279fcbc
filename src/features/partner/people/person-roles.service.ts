import { Injectable } from '@nestjs/common';
import { auditableId } from '../../../core/audit/auditable-id.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { serializeOperators } from '../lookup/serialize-operators.js';
import { ACTIVE_OWNERS } from '../lookup/owners.queries.js';
import { PARTNER_ACTIONS } from '../partner.audit.js';
import { chooseOwner } from '../rules/owner.policy.js';
import { obstaclesTo } from './person-roles.policy.js';
import type { PersonPresence, WantedRole } from './person-roles.policy.js';
import { FIND_PERSON, GIVE_ROLE } from './person-roles.queries.js';
import { INTERNAL_ROLES, PARTNER_ROLES, type PortalRole } from '../../../core/shared/roles.js';

type GivenRole =
  /** Nothing was changed. */
  | { readonly kind: 'refused'; readonly obstacles: readonly string[] }
  | {
      readonly kind: 'done';
      readonly userId: string;
      /** The person's name before; null for a new person. Names are not changed. */
      readonly calledNow: string | null;
      readonly hasChanged: boolean;
    };

/** Gives people roles for a client (operations 4.11). For operators; no route uses this. */
@Injectable()
export class PersonRoles {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives a person a role for the tenant, and adds the person and a partner's membership if
   * missing.
   * @param named one of the organisations that own the client, for partner roles; null: the only
   *   one
   */
  give(
    auth: AuthContext,
    wanted: WantedRole & { readonly role: PortalRole },
    named: string | null,
  ): Promise<GivenRole> {
    return this.metadata.transaction(auth, async (tx): Promise<GivenRole> => {
      await serializeOperators(tx);
      const owner = await ownerFor(tx, wanted.role, named);
      if ('problem' in owner) return { kind: 'refused', obstacles: [owner.problem] };
      const present = await find(tx, wanted.subject, owner.organisationId);
      const obstacles = obstaclesTo(wanted, owner.organisationId, present);
      if (obstacles.length > 0) return { kind: 'refused', obstacles };
      const { person, membership, assignment } = present;
      const calledNow = person?.display_name ?? null;
      const isMember = owner.organisationId === null || membership === true;
      const isHeld = assignment?.active === true && assignment.organisation_id === owner.organisationId;
      if (person && isHeld && isMember)
        return { kind: 'done', userId: person.user_id, calledNow, hasChanged: false };
      const [given] = await tx.query<{ user_id: string }>(GIVE_ROLE, [
        wanted.subject,
        wanted.userName,
        owner.organisationId,
        wanted.role,
        !INTERNAL_ROLES.includes(wanted.role),
        this.clock.now(),
        auth.principal.id,
      ]);
      const userId = given!.user_id;
      await tx.auditDone(PARTNER_ACTIONS.roleGiven, {
        user_id: userId,
        role: wanted.role,
        organisation_id: owner.organisationId === null ? null : auditableId(owner.organisationId),
        new_user: person === null,
      });
      return { kind: 'done', userId, calledNow, hasChanged: true };
    });
  }
}

/** The organisation of a role: for partner roles one that owns the client, for others none. */
async function ownerFor(
  tx: UnitOfWork,
  role: PortalRole,
  named: string | null,
): Promise<{ readonly organisationId: string | null } | { readonly problem: string }> {
  if (!PARTNER_ROLES.includes(role))
    return named === null
      ? { organisationId: null }
      : { problem: `--organisation is for ${PARTNER_ROLES.join(' and ')}: leave it out for ${role}` };
  const owners = await tx.query<{ organisation_id: string }>(ACTIVE_OWNERS);
  return chooseOwner(
    owners.map((row) => row.organisation_id),
    named,
  );
}

async function find(tx: UnitOfWork, subject: string, organisationId: string | null): Promise<PersonPresence> {
  const [present] = await tx.query<PersonPresence>(FIND_PERSON, [subject, organisationId]);
  return present!;
}
