import { DiscoveryService } from '@nestjs/core';
import { CATALOGUE } from '../shared/catalogue.js';
import type { Tenant } from '../shared/auth-context.js';
import { PlatformError } from '../shared/platform-error.js';

/** Knows the uses of break-glass; one provider, marked with @DecidesOnBreakGlass. */
export interface BreakGlassCheck {
  /** @throws 503 when the metadata store cannot be reached */
  isOpen(tenant: Tenant, useId: string): Promise<boolean>;
}

export const DecidesOnBreakGlass = DiscoveryService.createDecorator();

export const breakGlassRefused = (): PlatformError =>
  new PlatformError(CATALOGUE.breakGlassSession, { blockReason: 'break_glass_session' });
