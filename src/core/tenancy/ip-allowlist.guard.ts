import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { CATALOGUE } from '../shared/catalogue.js';
import { PlatformError } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { isOnAllowlist } from './ip-allowlist.policy.js';
import { TenantResolver } from './tenant-resolver.js';

/** Third of the guards: a tenant's allowlist may exclude an address. */
@Injectable()
export class IpAllowlistGuard implements CanActivate {
  constructor(private readonly tenants: TenantResolver) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    if (request.accessRule?.kind !== 'protected') return true;
    const choice = this.tenants.resolve(request, request.accessRule);
    return choice instanceof Promise
      ? choice.then((resolved) => this.check(request, resolved?.allowlist))
      : this.check(request, choice?.allowlist);
  }

  private check(request: PlatformRequest, allowlist: readonly string[] = []): true {
    // Working out the address behind the proxies costs more than this guard does otherwise.
    if (allowlist.length > 0 && !isOnAllowlist(allowlist, request.ip))
      throw new PlatformError(CATALOGUE.ipAllowlistRestricted);
    return true;
  }
}
