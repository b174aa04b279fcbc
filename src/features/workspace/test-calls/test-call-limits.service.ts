import { createHmac, createSecretKey, KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../config/settings.js';
import type { Settings } from '../../../config/settings.js';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { PlatformError } from '../../../core/errors/platform-error.js';
import { RateLimiter } from '../../../core/throttling/rate-limiter.js';
import type { LimitState } from '../../../core/throttling/rate-limiter.js';
import { fullestWindow, TEST_CALL_WINDOWS } from './test-call-windows.policy.js';

/** Counts test calls before they are queued: they make telephones ring and cost money. */
@Injectable()
export class TestCallLimits {
  private readonly key: KeyObject;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly limiter: RateLimiter,
  ) {
    this.key = createSecretKey(settings.apiKeys.pepper);
  }

  /**
   * Counts one call in all windows, or in none when one is full.
   * @param tellLimit takes the headers that say how it was counted
   * @throws 429 that names the window
   */
  async take(
    auth: AuthContext,
    projectId: string,
    toNumber: string,
    tellLimit: (headers: LimitState['headers']) => void,
  ): Promise<void> {
    const project = [auth.clientId, auth.dataEnv, projectId];
    // Whose telephone rings is counted over all tenants, because a partner can have any number of them.
    const destination = [this.hashOf(toNumber)];
    const state = await this.limiter.take(auth, 'workspace.test-call', TEST_CALL_WINDOWS, {
      project,
      destination,
    });
    tellLimit(state.headers);
    const { retryAfterSeconds, fullWindows } = state;
    if (retryAfterSeconds === 0) return;
    throw new PlatformError(CATALOGUE.rateLimited, {
      message: fullestWindow(fullWindows),
      retryAfterSeconds,
    });
  }

  /** Keyed, because a plain hash of a number can be found by trying all numbers. */
  private hashOf(number: string): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify(['test-call-destination', number]))
      .digest('base64url');
  }
}
