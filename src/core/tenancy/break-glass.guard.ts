import { type CanActivate, type ExecutionContext, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { breakGlassRefused, DecidesOnBreakGlass, type BreakGlassCheck } from './break-glass.js';
import type { Tenant } from '../shared/auth-context.js';
import type { PlatformRequest } from '../shared/platform-request.js';

/**
 * Refuses a break-glass session every route that does not name it, and those that wait for its use
 * to be open (break-glass 3.3). Comes after the guard that answers 404.
 */
@Injectable()
export class BreakGlassGuard implements CanActivate, OnModuleInit {
  private check: BreakGlassCheck | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const [found] = this.discovery.getProviders({ metadataKey: DecidesOnBreakGlass.KEY });
    this.check = found?.instance as BreakGlassCheck | undefined;
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { caller, auth, accessRule: rule } = context.switchToHttp().getRequest<PlatformRequest>();
    const useId = caller?.kind === 'bearer' ? caller.proof.breakGlassId : null;
    if (useId === null || !rule || rule.kind === 'public') return true;
    if (rule.kind === 'personal' || !rule.duringBreakGlass || !auth) throw breakGlassRefused();
    if (rule.duringBreakGlass === 'from_sign_in') return true;
    return this.requireOpen(auth, useId);
  }

  private async requireOpen(tenant: Tenant, useId: string): Promise<true> {
    if (!(await this.check?.isOpen(tenant, useId))) throw breakGlassRefused();
    return true;
  }
}
