import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { auditableId } from '../audit/auditable-id.policy.js';
import type { ProtectedAccess } from '../auth/access-rule.js';
import { PersonUsage } from '../auth/person-usage.js';
import type { AuthContext } from '../shared/auth-context.js';
import { notAnObject, notFound, PlatformError, unprocessable } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { MetadataStore } from '../database/metadata/metadata-store.js';
import { ProjectVisibility } from './project-visibility.service.js';
import { asksForPlatform, isAllowed, ownTenant, type TenantChoice } from '../auth/tenant-choice.policy.js';
import { TenantResolver } from './tenant-resolver.js';

/**
 * Fifth of the guards: checks the request against the route's @Access and sets the AuthContext. A
 * forbidden resource is answered like an absent one (access 6.1).
 */
@Injectable()
export class TenantScopeGuard implements CanActivate {
  constructor(
    private readonly tenants: TenantResolver,
    private readonly projects: ProjectVisibility,
    private readonly metadata: MetadataStore,
    private readonly usage: PersonUsage,
  ) {}

  /**
   * Returns synchronously if nothing has to be read: most requests pass the guards without a
   * promise.
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    const rule = request.accessRule;
    if (rule?.kind === 'personal' && request.caller?.kind !== 'bearer') throw notFound();
    if (rule?.kind !== 'protected') return true;
    const choice = this.tenants.resolve(request, rule);
    return choice instanceof Promise
      ? choice.then((resolved) => this.admit(request, rule, resolved))
      : this.admit(request, rule, choice);
  }

  private admit(
    request: PlatformRequest,
    rule: ProtectedAccess,
    choice: TenantChoice | null,
  ): boolean | Promise<boolean> {
    // No choice although the body was read for it: a body that cannot be read names no client.
    if (!choice && request.bodyOutcome) return this.refuseBody(request, rule);
    return this.hold(request, rule, choice);
  }

  /**
   * @throws the fault of the body as a whole; otherwise the error of any request without one of the
   *   caller's clients
   */
  private async refuseBody(request: PlatformRequest, rule: ProtectedAccess): Promise<boolean> {
    const fault = await request.bodyOutcome;
    if (fault) throw fault;
    if (Array.isArray(request.body)) throw notAnObject();
    return this.hold(request, rule, null);
  }

  private hold(
    request: PlatformRequest,
    rule: ProtectedAccess,
    choice: TenantChoice | null,
  ): boolean | Promise<boolean> {
    if (!choice && rule.deniedClient) return this.denyClient(request, rule.deniedClient);
    if (!choice || !isAllowed(rule, choice.auth, asksForPlatform(rule, request.query))) throw notFound();
    if (!rule.project) return this.letIn(request, choice.auth);
    return this.checkProject(request, rule, choice.auth).then(() => this.letIn(request, choice.auth));
  }

  private letIn(request: PlatformRequest, auth: AuthContext): true {
    this.usage.note(auth);
    request.auth = auth;
    return true;
  }

  /** Only reached with the client_id in the body: one that is not a text is an invalid field. */
  private async denyClient(
    request: PlatformRequest,
    { answer, action }: NonNullable<ProtectedAccess['deniedClient']>,
  ): Promise<never> {
    const sent = (request.body as { client_id?: unknown } | undefined)?.client_id ?? '';
    if (typeof sent !== 'string') {
      throw unprocessable({ loc: ['body', 'client_id'], message: 'must be text', type: 'is_string' });
    }
    const auth = request.caller ? ownTenant(request.caller) : null;
    if (auth) {
      await this.metadata.recordAudit(auth, { action, outcome: 'denied', metadata: { code: answer.code } });
    }
    throw new PlatformError(answer);
  }

  private async checkProject(
    request: PlatformRequest,
    rule: ProtectedAccess,
    auth: AuthContext,
  ): Promise<void> {
    const source: Record<string, unknown> = rule.project === 'params' ? request.params : request.query;
    const projectId = source['project_id'];
    // Missing or malformed ones are left to validation, which names the field.
    if (typeof projectId !== 'string' || projectId === '') return;
    // PostgreSQL cannot store NUL in a text, so such an id belongs to no project.
    if (!projectId.includes('\0') && (await this.projects.isVisible(auth, projectId))) return;
    if (rule.auditDenied) {
      await this.metadata.recordAudit(auth, {
        action: rule.auditDenied,
        outcome: 'denied',
        metadata: { project_id: auditableId(projectId) },
      });
    }
    throw notFound();
  }
}
