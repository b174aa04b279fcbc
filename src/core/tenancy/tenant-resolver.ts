import { Injectable } from '@nestjs/common';
import type { ProtectedAccess } from '../auth/access-rule.js';
import { RequestBody } from '../body/request-body.js';
import type { PlatformRequest } from '../kernel/platform-request.js';
import { asksForPlatform, chooseTenant, mayBeAllowed } from '../auth/tenant-choice.policy.js';
import type { TenantChoice } from '../auth/tenant-choice.policy.js';

/** Finds the tenant of a request once, for the two guards that need it. */
@Injectable()
export class TenantResolver {
  constructor(private readonly body: RequestBody) {}

  /**
   * Asynchronous only where the client_id stands in the body, which then has to be read first; not of callers whom
   * no client_id would let in.
   */
  resolve(
    request: PlatformRequest,
    rule: ProtectedAccess,
  ): TenantChoice | null | Promise<TenantChoice | null> {
    if (request.tenantChoice !== undefined) return request.tenantChoice;
    if (rule.client !== 'body' || !request.caller || !mayBeAllowed(rule, request.caller))
      return this.choose(request, rule, rule.client === 'query' ? request.query : undefined);
    return this.body.read(request).then(() => this.choose(request, rule, request.body));
  }

  private choose(request: PlatformRequest, rule: ProtectedAccess, source: unknown): TenantChoice | null {
    const requested = (source as { client_id?: unknown } | undefined)?.client_id;
    // Anything but a single text is left to validation, which names the field; it chooses nothing here.
    const clientId = typeof requested === 'string' ? requested : undefined;
    const platform = asksForPlatform(rule, request.query) ? rule.platform : undefined;
    const choice = request.caller
      ? chooseTenant(request.caller, clientId, rule.namedByPeople, platform)
      : null;
    request.tenantChoice = choice;
    return choice;
  }
}
