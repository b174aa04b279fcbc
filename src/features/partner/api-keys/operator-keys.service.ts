import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { ApiKeyIssuer, type IssuedKey } from './api-key-issuer.service.js';
import { ACTIVE_OWNERS } from '../lookup/owners.queries.js';
import { chooseOwner } from '../rules/owner.policy.js';
import { SET_LONGEST_LIFETIME } from './api-keys.queries.js';
import { PARTNER_ACTIONS } from '../partner.audit.js';
import { PARTNER_ROLES, type Scope } from '../../../core/shared/roles.js';

interface WantedKey {
  readonly scope: Scope;
  readonly description: string;
  readonly expiresAt: Date | null;
  /** The owning organisation to which it belongs; null: the only one. */
  readonly organisationId: string | null;
}

type KeyOutcome =
  { readonly kind: 'refused'; readonly reason: string } | { readonly kind: 'done'; readonly key: IssuedKey };

/** Changes of a tenant's keys that only operators make; no route uses this. */
@Injectable()
export class OperatorKeys {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly issuer: ApiKeyIssuer,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a key of any scope; one of a partner scope for an organisation that owns the client.
   */
  async create(auth: AuthContext, { organisationId: named, ...wanted }: WantedKey): Promise<KeyOutcome> {
    try {
      return await this.metadata.transaction(auth, async (tx): Promise<KeyOutcome> => {
        const isPartners = PARTNER_ROLES.includes(wanted.scope);
        const rows = isPartners ? await tx.query<{ organisation_id: string }>(ACTIVE_OWNERS) : [];
        const owners = rows.map((row) => row.organisation_id);
        const choice = isPartners ? chooseOwner(owners, named) : { organisationId: null };
        if ('problem' in choice) return { kind: 'refused', reason: choice.problem };
        return { kind: 'done', key: await this.issuer.issue(tx, auth, { ...wanted, ...choice }) };
      });
    } catch (error) {
      // The operator's own choice is refused like a partner's; other errors are passed on.
      if (!(error instanceof PlatformError) || error.entry !== CATALOGUE.validationError) throw error;
      return { kind: 'refused', reason: `--expires ${error.fields[0]?.message ?? error.message}` };
    }
  }

  /**
   * Sets how long the tenant's keys may live from now on. Existing keys keep their end.
   * @param days 1 to 1825; null: no limit
   */
  setLongestLifetime(auth: AuthContext, days: number | null): Promise<void> {
    return this.metadata.transaction(auth, async (tx) => {
      await tx.query(SET_LONGEST_LIFETIME, [days, this.clock.now(), auth.principal.id]);
      await tx.auditDone(PARTNER_ACTIONS.keyLifetimeSet, { days });
    });
  }
}
