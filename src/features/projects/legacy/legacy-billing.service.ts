import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { LegacyProjectResponse } from '../rules/legacy-project.response.js';
import { toLegacyProject, type LegacyProjectRecord } from '../rules/legacy-project.js';
import { BillingUpdateRequest } from './legacy-billing.request.js';
import { BillingConfigResponse } from './legacy-billing.response.js';
import { LEGACY_PROJECT, UPDATE_BILLING } from './legacy.queries.js';
import { PROJECT_ERRORS } from '../projects.errors.js';
import { PROJECT_ACTIONS } from '../projects.audit.js';

const TERMS = ['rate_per_minute', 'currency', 'billing_model', 'minimum_billable_seconds'] as const;
type Term = (typeof TERMS)[number];

type UpdatedProject = LegacyProjectRecord & {
  readonly [T in Term as `old_${T}`]: LegacyProjectRecord[T];
};

/** Reads and changes the price of a project's calls (projects 7.3, 7.4, 7.5). */
@Injectable()
export class LegacyBillingService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 if the project disappeared after the guards had seen it */
  async config(auth: AuthContext, projectId: string): Promise<BillingConfigResponse> {
    const [record] = await this.metadata.read(auth, (db) =>
      db.query<LegacyProjectRecord>(LEGACY_PROJECT, [projectId]),
    );
    if (!record) throw notFound();
    const { display_name: _name, created_at_utc: _created, ...config } = toLegacyProject(record);
    return config;
  }

  /**
   * Changes the named terms; the audit row keeps their old values. Billing is not part of the
   * lifecycle, so the project's revision token stays.
   * @throws 422 if no term is named, 409 project_archived
   */
  async update(
    auth: AuthContext,
    projectId: string,
    request: BillingUpdateRequest,
    reservation: Reservation | null,
  ): Promise<LegacyProjectResponse> {
    const changed = TERMS.filter((term) => request[term] !== undefined);
    if (changed.length === 0) {
      throw unprocessable({
        loc: ['body'],
        message: `must have at least one of ${TERMS.join(', ')}`,
        type: 'missing',
      });
    }
    return this.metadata.transaction(
      auth,
      async (tx) => {
        const [project] = await tx.query<UpdatedProject>(UPDATE_BILLING, [
          projectId,
          ...TERMS.map((term) => request[term] ?? null),
          auth.principal.id,
          this.clock.now(),
        ]);
        if (!project) throw new PlatformError(PROJECT_ERRORS.archived);
        await tx.auditDone(PROJECT_ACTIONS.billingUpdated, {
          project_id: projectId,
          ...Object.fromEntries(
            changed.flatMap((term) => [
              [term, project[term]],
              [`old_${term}`, project[`old_${term}`]],
            ]),
          ),
        });
        return tx.complete(reservation, toLegacyProject(project));
      },
      { serializeBy: `project ${projectId}` },
    );
  }
}
