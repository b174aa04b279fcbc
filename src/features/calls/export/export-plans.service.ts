import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { PlatformError } from '../../../core/errors/platform-error.js';
import { PiiPermissions } from '../../../core/privacy/pii-permissions.service.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { CallScopes } from '../scope/call-scope.service.js';
import { settleExport } from './export-decision.policy.js';
import type { AskedExport, GrantedExport } from './export-decision.policy.js';
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
    const { audioRetention, retainedFrom, ...rest } = governance;
    const { permission, transcriptsFrom, consentDays } = rules.of(projectId);
    const decision = settleExport(asked, { isProjectVisible, audioRetention, permission });
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
      granted: withinRetention(decision.granted, scope.range.from, transcriptsFrom),
      scope,
      terms: isGoverned
        ? {
            ...rest,
            profile,
            retainedFrom: withinConsent(retainedFrom, consentDays, evaluatedAt),
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
 * A legacy export has no gate for each row: one that reaches back behind the retention of transcripts shows none. The
 * gate of v2 and v3 looks at retention itself.
 */
function withinRetention(granted: GrantedExport, from: Date, transcriptsFrom: Date): GrantedExport {
  const isUngated = granted.transcript === 'spoken' || granted.transcript === 'redacted';
  if (!isUngated || from >= transcriptsFrom) return granted;
  return {
    ...granted,
    transcript: 'none',
    honoured: { ...granted.honoured, include_transcript_text: false },
  };
}

/**
 * Consents that a project lets lapse some days after the call narrow the same window: a call from before has neither.
 * At the instant at which it lapses a consent is none.
 */
function withinConsent(retainedFrom: Date | null, days: number | null, now: Date): Date | null {
  if (retainedFrom === null || days === null) return retainedFrom;
  const consentedFrom = new Date(now.getTime() - days * DAY_MS + 1);
  return consentedFrom > retainedFrom ? consentedFrom : retainedFrom;
}

/** Bounds and filters of an export stand in its body, those of other routes in the query. */
function throwAsOfBody(error: unknown): never {
  if (!(error instanceof PlatformError) || error.fields.length === 0) throw error;
  const fields = error.fields.map((field) => ({ ...field, loc: ['body', ...field.loc.slice(1)] }));
  throw new PlatformError(error.entry, { message: error.message, fields });
}
