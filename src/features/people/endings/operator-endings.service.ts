import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { serializeOperators } from '../../partner/lookup/serialize-operators.js';
import { PARTNER_ACTIONS } from '../../partner/partner.audit.js';
import { ROLE_OF_SUBJECT } from '../lookup/people.queries.js';
import { heirIn, RoleEndings, type HeldRole, type RoleEnding } from './role-endings.service.js';

/** The role that was ended, or the last one if there was none to end. */
interface EndedRole extends HeldRole {
  readonly hasChanged: boolean;
  readonly ending: RoleEnding;
}

/** Ends roles by an operator's command (operations 4.11); no route uses this. */
@Injectable()
export class OperatorEndings {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly endings: RoleEndings,
  ) {}

  /**
   * Ends a person's role for the tenant, and everything that depends on it (people 2.8).
   * @param heirId the user id of the colleague who takes over the person's keys
   * @returns null if the person never had a role
   * @throws 422 for an invalid colleague
   */
  end(auth: AuthContext, subject: string, heirId: string | null): Promise<EndedRole | null> {
    return this.metadata.transaction(auth, async (tx) => {
      await serializeOperators(tx);
      await this.endings.hold(tx, PORTAL_ROLES);
      const [held] = await tx.query<{ [K in keyof HeldRole]: HeldRole[K] } & { active: boolean }>(
        ROLE_OF_SUBJECT,
        [subject],
      );
      if (!held) return null;
      const ending = await this.endings.end(tx, auth, held, heirIn('body', heirId ?? undefined));
      if (held.active) {
        const { userId, role } = held;
        await tx.auditDone(PARTNER_ACTIONS.roleEnded, { user_id: userId, role });
      }
      return { ...held, hasChanged: held.active, ending };
    });
  }
}
