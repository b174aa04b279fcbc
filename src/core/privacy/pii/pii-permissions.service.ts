import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../shared/auth-context.js';
import { LoggableError, reasonOf, unavailable } from '../../shared/platform-error.js';
import { MetadataStore } from '../../database/metadata/metadata-store.js';
import { withDeadline } from '../../shared/deadline.js';
import type { Scope } from '../../shared/roles.js';
import type { NamedQuery } from '../../database/unit-of-work/named-query.js';
import { Clock } from '../../time/clock.js';
import { mayHoldPiiPermission, NOTHING_PERMITTED, type PiiPermission } from './pii-permission.policy.js';
import { NOTHING_KNOWN, readPiiRules, type PiiRules, type StoredPiiRules } from './pii-rules.policy.js';
import { PII_RULES, PII_RULES_OF_ROLES, RETENTION_RULES } from './pii-rules.queries.js';

// The lookup takes a few milliseconds. Half a second tolerates a busy machine, and leaves half a
// second for a response without the lookup.
const TIMEOUT_MS = 500;

// Enough for a read by key, and leaves time for a response if that fails as well.
const FALLBACK_TIMEOUT_MS = 200;

/**
 * The personal data that a tenant and its projects permit their roles to see, and for how long
 * (privacy sections 1 and 5). A project's published governance narrows the tenant's policy. Nothing
 * is cached, so that a withdrawn permission ends immediately.
 */
@Injectable()
export class PiiPermissions {
  private readonly logger = new Logger(PiiPermissions.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The data that the caller may see unredacted. Never rejects: after any failure nothing is
   * permitted, and the log gives the reason.
   * @param projectId the only project concerned; without it, the strictest project decides
   */
  async of(auth: AuthContext, projectId?: string): Promise<PiiPermission> {
    if (!mayHoldPiiPermission(auth.scope)) return NOTHING_PERMITTED;
    const rules = (await this.rulesOfRole(auth, projectId)) ?? NOTHING_KNOWN;
    return projectId === undefined ? rules.everywhere : rules.of(projectId).permission;
  }

  /**
   * The caller's permission, and how long transcripts are shown. Never rejects: if the lookup
   * fails, nothing is permitted, and without retention no transcript is shown.
   * @param projectId the only project concerned; without it, all of them
   */
  async rules(auth: AuthContext, projectId?: string): Promise<PiiRules> {
    return (
      (await this.rulesOfRole(auth, projectId)) ??
      // Redacted data needs no permission, so an unreadable policy must not withhold it.
      (await this.read(auth, RETENTION_RULES, [], FALLBACK_TIMEOUT_MS)) ??
      NOTHING_KNOWN
    );
  }

  /**
   * As `rules`, for answers that would mistake a failed lookup for a policy that permits nothing.
   * @throws 503 if the lookup fails
   */
  async knownRules(auth: AuthContext): Promise<PiiRules> {
    const rules = await this.rulesOfRole(auth, undefined);
    if (rules === null) throw unavailable(new LoggableError('the PII rules could not be looked up'));
    return rules;
  }

  /**
   * The roles, of those given, that may see the number of the callers of a project.
   * @throws 503 if the lookup fails
   */
  async rolesWithNumber<R extends Scope>(
    auth: AuthContext,
    roles: readonly R[],
    projectId: string,
  ): Promise<readonly R[]> {
    const rows = await this.rowsOf<StoredPiiRules & { readonly role: string }>(
      auth,
      PII_RULES_OF_ROLES,
      [roles, projectId],
      TIMEOUT_MS,
    ).catch((error: unknown) => {
      throw unavailable(error);
    });
    return roles.filter((scope) => {
      const own = rows.filter(({ role }) => role === scope);
      const rules = readPiiRules({ ...auth, scope }, own, this.clock.now());
      if (rules.fault !== null) this.complain(new LoggableError(rules.fault));
      return rules.of(projectId).permission.rawCaller;
    });
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
      const rows = await this.rowsOf<StoredPiiRules>(auth, query, values, timeoutMs);
      const rules = readPiiRules(auth, rows, this.clock.now());
      if (rules.fault !== null) this.complain(new LoggableError(rules.fault));
      return rules;
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  private rowsOf<T extends StoredPiiRules>(
    auth: AuthContext,
    query: NamedQuery,
    values: readonly unknown[],
    timeoutMs: number,
  ): Promise<T[]> {
    return withDeadline(
      this.metadata.read(auth, (db) => db.query<T>(query, values)),
      timeoutMs,
    );
  }

  private complain(error: unknown): void {
    this.logger.warn({ msg: 'PII permission unavailable: nothing is permitted', reason: reasonOf(error) });
  }
}
