import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { PortalIdentities } from '../auth/portal-identities.js';
import { chooseTenant } from '../auth/tenant-choice.policy.js';
import { organisationOf, type AuthContext, type DataEnv } from '../shared/auth-context.js';
import { CATALOGUE } from '../shared/catalogue.js';
import { notFound, PlatformError } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { isOnAllowlist } from './ip-allowlist.policy.js';
import type { Scope } from '../shared/roles.js';

/** A second tenant that a request names; absent parts are those of the caller's tenant. */
export interface NamedTenant {
  readonly client_id?: string;
  readonly data_env?: DataEnv;
}

/** Lets a request act in a second tenant, with its caller's role there (workspace 12.10). */
@Injectable()
export class OtherTenants {
  constructor(private readonly identities: PortalIdentities) {}

  /**
   * Uses the caller's current assignment there, through the same organisation; a key has no other
   * tenant.
   * @param scope the scope that is required there
   * @throws 404 if the caller does not have it, 403 if that tenant's allowlist excludes the
   *   address, 503
   */
  async choose(request: PlatformRequest, named: NamedTenant, scope: Scope): Promise<AuthContext> {
    const own = request.auth;
    if (!own || !request.caller) throw notFound();
    const { client_id: clientId = own.clientId, data_env: dataEnv = own.dataEnv } = named;
    const caller = await this.callerIn(request, request.caller, dataEnv);
    const choice = caller && chooseTenant(caller, clientId);
    if (choice?.auth.scope !== scope || organisationOf(own) !== organisationOf(choice.auth)) throw notFound();
    if (!isOnAllowlist(choice.allowlist, request.ip))
      throw new PlatformError(CATALOGUE.ipAllowlistRestricted);
    return choice.auth;
  }

  /** The caller's access in this environment; null if there is none. */
  private async callerIn(
    { claims, auth }: PlatformRequest,
    caller: Caller,
    dataEnv: DataEnv,
  ): Promise<Caller | null> {
    if (dataEnv === auth?.dataEnv) return caller;
    return caller.kind === 'bearer' && claims ? this.identities.resolve({ ...claims, dataEnv }) : null;
  }
}
