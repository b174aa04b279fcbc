import { Injectable } from '@nestjs/common';
import type { BearerCaller } from '../auth/caller.js';
import { PortalIdentities } from '../auth/portal-identities.js';
import type { ProtectedAccess } from '../auth/access-rule.js';
import { RequestBody } from '../server/body/request-body.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import {
  asksForPlatform,
  chooseAcross,
  chooseTenant,
  mayBeAllowed,
  mayOwn,
  mustName,
  ownedChoice,
  withShutOut,
} from '../auth/tenant-choice.policy.js';
import type { TenantChoice } from '../auth/tenant-choice.policy.js';

/** Finds the tenant of a request once, for the two guards that need it. */
@Injectable()
export class TenantResolver {
  constructor(
    private readonly body: RequestBody,
    private readonly identities: PortalIdentities,
  ) {}

  /**
   * Asynchronous only if the client_id is in the body, or in a path that an organisation's client
   * may match; synchronous for callers whom no client_id would admit.
   */
  resolve(
    request: PlatformRequest,
    rule: ProtectedAccess,
  ): TenantChoice | null | Promise<TenantChoice | null> {
    if (request.tenantChoice !== undefined) return request.tenantChoice;
    if (rule.acrossClients)
      return this.keep(request, request.caller && chooseAcross(request.caller, rule.scopes));
    if (rule.client === 'params') return this.ofPath(request);
    if (rule.client !== 'body' || !request.caller || !mayBeAllowed(rule, request.caller))
      return this.choose(request, rule, rule.client === 'query' ? [request.query] : []);
    return this.body.read(request).then(() => this.choose(request, rule, [request.query, request.body]));
  }

  private ofPath(request: PlatformRequest): TenantChoice | null | Promise<TenantChoice | null> {
    const { caller, params } = request;
    const clientId = String(params['client_id']);
    if (caller && mayOwn(caller, clientId)) return this.ofOrganisation(request, caller, clientId);
    return this.keep(request, caller && chooseTenant(caller, clientId));
  }

  private async ofOrganisation(
    request: PlatformRequest,
    caller: BearerCaller,
    clientId: string,
  ): Promise<TenantChoice | null> {
    const owned = await this.identities.ownedClient(caller, clientId);
    return this.keep(request, owned && ownedChoice(caller, clientId, owned));
  }

  private keep(request: PlatformRequest, choice: TenantChoice | null | undefined): TenantChoice | null {
    request.tenantChoice = choice ?? null;
    return request.tenantChoice;
  }

  private choose(
    request: PlatformRequest,
    rule: ProtectedAccess,
    sources: readonly unknown[],
  ): TenantChoice | null {
    const named = new Set(sources.map(clientIn).filter((it) => it !== undefined));
    const platform = asksForPlatform(rule, request.query) ? rule.platform : undefined;
    const [clientId] = named;
    const caller = request.caller && (rule.whileShutOut ? withShutOut(request.caller) : request.caller);
    const choice =
      caller && named.size <= 1 ? chooseTenant(caller, clientId, mustName(rule, caller), platform) : null;
    // A request for all clients belongs to none of them, so no client's networks apply (access
    // 8.2).
    return this.keep(request, choice && platform ? { ...choice, allowlist: [] } : choice);
  }
}

/** Anything except a single text means no choice; validation names the field. */
function clientIn(source: unknown): string | undefined {
  const requested = (source as { client_id?: unknown } | undefined)?.client_id;
  return typeof requested === 'string' ? requested : undefined;
}
