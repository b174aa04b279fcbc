import { Injectable } from '@nestjs/common';
import type { ChosenStepUp } from '../../../core/auth/step-up.js';
import { LookupCache } from '../../../core/database/lookup-cache.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { tenantKey, type Tenant } from '../../../core/shared/auth-context.js';
import type { Scope } from '../../../core/shared/roles.js';
import { Clock } from '../../../core/time/clock.js';
import { UNSAVED, type MfaPolicy } from '../rules/step-up.policy.js';
import type { FactorKind } from '../rules/vocabulary.js';
import { HAS_ROLE_ELSEWHERE, MFA_POLICY, NEEDS_FACTOR } from './mfa-policy.queries.js';

export interface MfaPolicyRow {
  required_roles: Scope[];
  kinds: FactorKind[];
  step_up_for: ChosenStepUp[];
  step_up_minutes: number;
  revision: number;
  updated_at: Date;
  updated_by: string;
}

export const policyOf = (row: MfaPolicyRow | undefined): MfaPolicy =>
  row
    ? {
        requiredRoles: row.required_roles,
        kinds: row.kinds,
        stepUpFor: row.step_up_for,
        stepUpMinutes: row.step_up_minutes,
        isSaved: true,
      }
    : UNSAVED;

/**
 * The policies of clients, for the guard of every request: a change takes effect within a second.
 */
@Injectable()
export class MfaPolicies {
  private readonly cache: LookupCache<MfaPolicy>;

  constructor(
    private readonly store: SystemQueries,
    clock: Clock,
  ) {
    this.cache = new LookupCache(clock, { maxAgeMs: 800, refreshAfterMs: 500, maxEntries: 10_000 });
  }

  /** Synchronous if it was read a moment ago. @throws 503 when the store cannot be reached */
  of(tenant: Tenant): MfaPolicy | Promise<MfaPolicy> {
    const key = tenantKey(tenant);
    const ask = () => this.ask(tenant);
    return (
      this.cache.recall(key, ask) ?? this.cache.find(key, ask).then((policy): MfaPolicy => policy ?? UNSAVED)
    );
  }

  /** Reads the policy again after a change. */
  async renew(tenant: Tenant): Promise<void> {
    await this.cache.renew(tenantKey(tenant), () => this.ask(tenant));
  }

  /** Whether a role of the person requires a second factor, for any of their clients. */
  async needsFactor(userId: string): Promise<boolean> {
    const [row] = await this.store.query<{ needed: boolean }>(NEEDS_FACTOR, [userId]);
    return row?.needed ?? false;
  }

  /** Whether the person has a role for another client or environment. */
  async hasRoleElsewhere(userId: string, { clientId, dataEnv }: Tenant): Promise<boolean> {
    const [row] = await this.store.query<{ elsewhere: boolean }>(HAS_ROLE_ELSEWHERE, [
      userId,
      clientId,
      dataEnv,
    ]);
    return row?.elsewhere ?? false;
  }

  private async ask({ clientId, dataEnv }: Tenant): Promise<{ value: MfaPolicy }> {
    const [row] = await this.store.query<MfaPolicyRow>(MFA_POLICY, [clientId, dataEnv]);
    return { value: policyOf(row) };
  }
}
