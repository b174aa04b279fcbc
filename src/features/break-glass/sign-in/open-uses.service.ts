import { Injectable } from '@nestjs/common';
import { DecidesOnBreakGlass, type BreakGlassCheck } from '../../../core/tenancy/break-glass.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { IS_OPEN } from './sign-in.queries.js';

/** Answers the guard, which asks with every request of a break-glass session: the end of a use takes effect at once. */
@DecidesOnBreakGlass()
@Injectable()
export class OpenUses implements BreakGlassCheck {
  constructor(
    private readonly store: SystemQueries,
    private readonly clock: Clock,
  ) {}

  async isOpen({ clientId, dataEnv }: Tenant, useId: string): Promise<boolean> {
    const [row] = await this.store.query(IS_OPEN, [clientId, dataEnv, useId, this.clock.now()]);
    return row !== undefined;
  }
}
