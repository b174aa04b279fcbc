import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../shared/auth-context.js';
import { LoggableError, reasonOf } from '../../shared/platform-error.js';
import { MetadataStore } from '../../database/metadata/metadata-store.js';
import { withDeadline } from '../../shared/deadline.js';
import type { NamedQuery } from '../../database/unit-of-work/named-query.js';
import { Clock } from '../../time/clock.js';
import { mayHoldPiiPermission, NOTHING_PERMITTED, type PiiPermission } from './pii-permission.policy.js';
import { NOTHING_KNOWN, readPiiRules, type PiiRules, type StoredPiiRules } from './pii-rules.policy.js';
import { PII_RULES, RETENTION_RULES } from './pii-rules.queries.js';

// The lookup takes a few milliseconds. Half a second leaves room for a busy machine, and the other
// half for an answer without it.
const TIMEOUT_MS = 500;

// Enough for a read by key, and leaves time for an answer when that fails as well.
const FALLBACK_TIMEOUT_MS = 200;

/**
 * The personal data that a tenant and its projects permit their roles to see, and for how long
 * (privacy sections 1 and 5). A project's published governance narrows the tenant's policy. Nothing
 * is remembered, so a withdrawn permission ends at once.
 */
@Injectable()
export class PiiPermissions {
  private readonly logger = new Logger(PiiPermissions.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The data that the caller may see unredacted. Never rejects: on any failure nothing is permitted
   * and the log says why.
   * @param projectId the one project it is about; without it the strictest project decides
   */
  async of(auth: AuthContext, projectId?: string): Promise<PiiPermission> {
    if (!mayHoldPiiPermission(auth.scope)) return NOTHING_PERMITTED;
    const rules = (await this.rulesOfRole(auth, projectId)) ?? NOTHING_KNOWN;
    return projectId === undefined ? rules.everywhere : rules.of(projectId).permission;
  }

  /**
   * The permission of the caller, and how long transcripts are shown. Never rejects: permissions
   * that cannot be looked up permit nothing, and without retention no transcript is shown.
   * @param projectId the one project it is about; without it, all of them at once
   */
  async rules(auth: AuthContext, projectId?: string): Promise<PiiRules> {
    return (
      (await this.rulesOfRole(auth, projectId)) ??
      // Redacted data needs no permission, so an unreadable policy must not take it away.
      (await this.read(auth, RETENTION_RULES, [], FALLBACK_TIMEOUT_MS)) ??
      NOTHING_KNOWN
    );
  }

  private rulesOfRole(auth: AuthContext, projectId: string | undefined): Promise<PiiRules | null> {
    return this.read(auth, PII_RULES, [auth.scope, projectId ?? null], TIMEOUT_MS);
  }

  private async read(
    auth: AuthContext,
    query: NamedQuery,
    values: readonly unknown[],
    timeoutMs: number,
  ): Promise<PiiRules | null> {
    try {
      const rows = this.metadata.read(auth, (db) => db.query<StoredPiiRules>(query, values));
      const rules = readPiiRules(auth, await withDeadline(rows, timeoutMs), this.clock.now());
      if (rules.fault !== null) this.complain(new LoggableError(rules.fault));
      return rules;
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  private complain(error: unknown): void {
    this.logger.warn({ msg: 'PII permission unavailable: nothing is permitted', reason: reasonOf(error) });
  }
}
