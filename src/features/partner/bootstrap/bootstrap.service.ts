import { Injectable } from '@nestjs/common';
import { auditableId } from '../../../core/audit/auditable-id.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { ApiKeyIssuer } from '../api-keys/api-key-issuer.service.js';
import { ACTIVATE_CLIENT } from '../lookup/activation.queries.js';
import { serializeOperators } from '../lookup/serialize-operators.js';
import { obstaclesTo, stepsOf } from './bootstrap.policy.js';
import type { BootstrapPresence, BootstrapRequest, BootstrapStep } from './bootstrap.policy.js';
import { ADD_MISSING, FIND_PRESENT } from './bootstrap.queries.js';
import { PARTNER_ACTIONS } from '../partner.audit.js';
import { PARTNER_ROLES, type Scope } from '../../../core/shared/roles.js';

interface FirstKey {
  readonly scope: Scope;
  readonly description: string;
}

type BootstrapOutcome =
  /** Nothing was changed. */
  | { readonly kind: 'refused'; readonly obstacles: readonly string[] }
  | {
      readonly kind: 'done';
      readonly steps: readonly BootstrapStep[];
      /** null if a valid key of the scope exists. */
      readonly key: { readonly keyId: string; readonly text: string } | null;
    };

/**
 * Sets a partner up in a new deployment: its organisation, a client that it owns, the store of the
 * client's calls, an administrator, and a key. For operators; no route uses this.
 */
@Injectable()
export class PartnerBootstrap {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly issuer: ApiKeyIssuer,
    private readonly clock: Clock,
  ) {}

  /** Adds missing records, all of them or nothing. If repeated, it adds nothing. */
  run(auth: AuthContext, wanted: BootstrapRequest, firstKey: FirstKey): Promise<BootstrapOutcome> {
    return this.metadata.transaction(auth, async (tx): Promise<BootstrapOutcome> => {
      await serializeOperators(tx);
      const { organisationId, subject } = wanted;
      const [present] = await tx.query<BootstrapPresence & { has_key: boolean }>(FIND_PRESENT, [
        organisationId,
        subject,
        firstKey.scope,
        this.clock.now(),
      ]);
      if (!present) throw new Error('A statement that returns one row returned none.');
      const obstacles = obstaclesTo(wanted, present);
      if (obstacles.length > 0) return { kind: 'refused', obstacles };
      const steps = stepsOf(wanted, auth, present);
      if (steps.some(({ isNew }) => isNew)) await this.addMissing(tx, wanted, present);
      if (present.has_key) return { kind: 'done', steps, key: null };
      const { record, text } = await this.issuer.issue(tx, auth, {
        ...firstKey,
        organisationId: PARTNER_ROLES.includes(firstKey.scope) ? organisationId : null,
        expiresAt: null,
      });
      return { kind: 'done', steps, key: { keyId: record.key_id, text } };
    });
  }

  private async addMissing(
    tx: UnitOfWork,
    wanted: BootstrapRequest,
    present: BootstrapPresence,
  ): Promise<void> {
    const [person] = await tx.query<{ user_id: string }>(ADD_MISSING, [
      wanted.organisationId,
      wanted.organisationName,
      wanted.businessName,
      wanted.timezone,
      wanted.storeId,
      wanted.subject,
      wanted.userName,
    ]);
    await tx.query(ACTIVATE_CLIENT, [this.clock.now()]);
    await tx.auditDone(PARTNER_ACTIONS.tenantProvisioned, {
      organisation_id: auditableId(wanted.organisationId),
      user_id: person?.user_id ?? null,
      store_id: wanted.storeId,
      new_organisation: present.organisation === null,
      new_client: present.client === null,
      new_ownership: present.ownership === null,
      new_route: present.store_id === null,
      new_user: present.person === null,
      new_membership: present.membership === null,
      new_assignment: present.assignment === null,
    });
  }
}
