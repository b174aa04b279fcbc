import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { PlatformError } from '../../../core/errors/platform-error.js';
import { EVER } from '../../../core/privacy/pii-rules.policy.js';
import { PiiPermissions } from '../../../core/privacy/pii-permissions.service.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { CallScopes } from '../scope/call-scope.service.js';
import { settleExport } from './export-decision.policy.js';
import type { AskedExport } from './export-decision.policy.js';
import { ExportGovernanceReader } from './export-governance.service.js';
import type { ExportPlan } from './export-reader.service.js';
import type { ExportRequest } from './export-request.policy.js';

/** Turns what was asked for into what may be exported, and on what terms. */
@Injectable()
export class ExportPlans {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly governance: ExportGovernanceReader,
    private readonly permissions: PiiPermissions,
    private readonly scopes: CallScopes,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 and 400 of the decision table, 422 and 400 for bounds and filters that cannot be read */
  async make(auth: AuthContext, request: ExportRequest, asked: AskedExport): Promise<ExportPlan> {
    const { projectId, profile } = asked;
    const evaluatedAt = this.clock.now();
    const [isProjectVisible, governance, rules] = await Promise.all([
      this.isVisible(auth, projectId),
      this.governance.of(auth, projectId, evaluatedAt),
      this.permissions.rules(auth, projectId),
    ]);
    const { audioRetention, ...rest } = governance;
    const { permission, summary, transcriptsFrom, consentDays } = rules.of(projectId);
    const decision = settleExport(asked, { isProjectVisible, audioRetention, permission, summary });
    if (decision.kind === 'refused') throw decision.error;
    const scope = await this.scopes
      .resolve(auth, {
        ...request.filter,
        project_id: projectId,
        timezone: asked.timezone ?? undefined,
        end_instant_excluded: true,
      })
      .catch(throwAsOfBody);
    const isGoverned = profile === 'portal_business_v2' || profile === 'portal_business_v3';
    return {
      granted: decision.granted,
      scope,
      transcriptsFrom,
      terms: isGoverned
        ? {
            ...rest,
            profile,
            consentedFrom: consentedFrom(consentDays, evaluatedAt),
            permitsTranscript: permission.transcript,
            routed: { clientId: auth.clientId, dataEnv: auth.dataEnv, projectId },
            evaluatedAt,
          }
        : null,
    };
  }

  /** PostgreSQL cannot hold NUL in a text, so such an id belongs to no project. */
  private async isVisible(auth: AuthContext, projectId: string): Promise<boolean> {
    return !projectId.includes('\0') && this.projects.isVisible(auth, projectId);
  }
}

/**
 * The earliest start of a call of which a project has not let consents lapse; null days: it lets none lapse. At the
 * instant at which it lapses a consent is none.
 */
const consentedFrom = (days: number | null, now: Date): Date =>
  days === null ? EVER : new Date(now.getTime() - days * DAY_MS + 1);

/** Bounds and filters of an export stand in its body, those of other routes in the query. */
function throwAsOfBody(error: unknown): never {
  if (!(error instanceof PlatformError) || error.fields.length === 0) throw error;
  const fields = error.fields.map((field) => ({ ...field, loc: ['body', ...field.loc.slice(1)] }));
  throw new PlatformError(error.entry, { message: error.message, fields });
}
