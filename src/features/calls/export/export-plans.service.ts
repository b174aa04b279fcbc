import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { EVER } from '../../../core/privacy/pii/pii-rules.policy.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { RequestValidationPipe } from '../../../core/server/validation.pipe.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallFilterRequest } from '../filter/call-filter.request.js';
import { CallFilters } from '../filter/call-filters.service.js';
import { isGoverned } from './columns.policy.js';
import { decideExport, settleExport, type RequestedExport } from './governance/export-decision.policy.js';
import { ExportGovernanceReader } from './governance/export-governance.service.js';
import type { ExportPlan } from './governance/export-plan.js';
import { readExportRequest, type ExportRequest } from './export-request.policy.js';
import { INGEST_SCOPES } from '../../../core/shared/roles.js';

const VALIDATION = new RequestValidationPipe();

/**
 * Replaces the bodies of callers that can only write call data: their bodies are not read, and
 * their refusals are audited like others.
 */
const UNREAD = readExportRequest({
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
});

/** Decides which calls, columns and transcripts an export request is granted. */
@Injectable()
export class ExportPlans {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly governance: ExportGovernanceReader,
    private readonly permissions: PiiPermissions,
    private readonly filters: CallFilters,
    private readonly clock: Clock,
  ) {}

  /** @throws 422 (calls-export 1.2, 1.3), except for callers whose bodies are not read (3.6) */
  read(auth: AuthContext, body: Readonly<Record<string, unknown>>): ExportRequest {
    return INGEST_SCOPES.some((scope) => scope === auth.scope) ? UNREAD : readExportRequest(body);
  }

  /** @throws 404, 403 and 400 of the decision table, 422 and 400 for invalid bounds and filters */
  async make(auth: AuthContext, request: ExportRequest): Promise<ExportPlan> {
    const decision = decideExport(auth.scope, request);
    if (decision.kind === 'refused') throw decision.error;
    return this.settle(auth, request, decision.asked);
  }

  private async settle(
    auth: AuthContext,
    request: ExportRequest,
    asked: RequestedExport,
  ): Promise<ExportPlan> {
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
    const filter = await this.filterOf(auth, {
      ...request.filter,
      project_id: projectId,
      timezone: asked.timezone ?? undefined,
    });
    return {
      granted: decision.granted,
      filter,
      bom: request.bom,
      transcriptsFrom,
      terms: isGoverned(profile)
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

  /** Checked here rather than by the pipe: the caller first learns whether anything may be exported. */
  private async filterOf(auth: AuthContext, sent: object): Promise<CallFilter> {
    const request = await VALIDATION.read(CallFilterRequest, sent);
    return this.filters.resolve(auth, request, { endInstantExcluded: true }).catch(throwAsOfBody);
  }

  /**
   * Checked here rather than by the guard, for the same reason. PostgreSQL cannot store NUL in a
   * text, so such an id belongs to no project.
   */
  private async isVisible(auth: AuthContext, projectId: string): Promise<boolean> {
    return !projectId.includes('\0') && this.projects.isVisible(auth, projectId);
  }
}

/**
 * The earliest start of a call whose consent a project still accepts; `days` null: consents do not
 * expire. A consent is no longer valid at the instant of its expiry.
 */
const consentedFrom = (days: number | null, now: Date): Date =>
  days === null ? EVER : new Date(now.getTime() - days * DAY_MS + 1);

/** An export has its bounds in its body, other routes in the query. */
function throwAsOfBody(error: unknown): never {
  if (!(error instanceof PlatformError) || error.fields.length === 0) throw error;
  const fields = error.fields.map((field) => ({ ...field, loc: ['body', ...field.loc.slice(1)] }));
  throw new PlatformError(error.entry, { message: error.message, fields });
}
