import { Injectable } from '@nestjs/common';
import type { ProtectedAccess } from '../auth/access-rule.js';
import { RequestBody } from '../body/request-body.js';
import type { PlatformRequest } from '../kernel/platform-request.js';
import { asksForPlatform, chooseTenant, mayBeAllowed, mustName } from '../auth/tenant-choice.policy.js';
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
      return this.choose(request, rule, rule.client === 'query' ? [request.query] : []);
    return this.body.read(request).then(() => this.choose(request, rule, [request.query, request.body]));
  }

  private choose(
    request: PlatformRequest,
    rule: ProtectedAccess,
    sources: readonly unknown[],
  ): TenantChoice | null {
    const named = new Set(sources.map(clientIn).filter((it) => it !== undefined));
    const platform = asksForPlatform(rule, request.query) ? rule.platform : undefined;
    const [clientId] = named;
    const choice =
      request.caller && named.size <= 1
        ? chooseTenant(request.caller, clientId, mustName(rule, request.caller), platform)
        : null;
    request.tenantChoice = choice;
    return choice;
  }
}

/** Anything but a single text is left to validation, which names the field; it chooses nothing here. */
function clientIn(source: unknown): string | undefined {
  const requested = (source as { client_id?: unknown } | undefined)?.client_id;
  return typeof requested === 'string' ? requested : undefined;
}
