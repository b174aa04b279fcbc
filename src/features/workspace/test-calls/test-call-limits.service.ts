import { createHmac, createSecretKey, KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../config/settings.js';
import type { Settings } from '../../../config/settings.js';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { PlatformError } from '../../../core/errors/platform-error.js';
import type { MetadataReader } from '../../../core/metadata/metadata-store.js';
import { policiesOf, RateLimiter } from '../../../core/throttling/rate-limiter.js';
import type { LimitState } from '../../../core/throttling/rate-limiter.js';
import { fullestWindow, TEST_CALL_WINDOWS } from './test-call-windows.policy.js';

const OPERATION = 'workspace.test-call';

const { destination, ...ATTEMPT_WINDOWS } = TEST_CALL_WINDOWS;
const DESTINATION_WINDOW = { destination };

function refuseWhenFull({ retryAfterSeconds, fullWindows }: LimitState): void {
  if (retryAfterSeconds === 0) return;
  throw new PlatformError(CATALOGUE.rateLimited, {
    message: fullestWindow(fullWindows),
    retryAfterSeconds,
  });
}

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
   * Counts one attempt in the windows of caller, tenant and project, or in none when one is full.
   * @param tellLimit takes the headers that say how it was counted
   * @throws 429 that names the window
   */
  async takeAttempt(
    auth: AuthContext,
    projectId: string,
    tellLimit: (headers: LimitState['headers']) => void,
  ): Promise<void> {
    const project = [auth.clientId, auth.dataEnv, projectId];
    const state = await this.limiter.take(auth, OPERATION, ATTEMPT_WINDOWS, { project });
    tellLimit(
      state.headers.map(([name, value]) => [
        name,
        name === 'RateLimit-Policy' ? policiesOf(TEST_CALL_WINDOWS) : value,
      ]),
    );
    refuseWhenFull(state);
  }

  /**
   * Counts, with the transaction that queues it, one call to the number over all tenants, because a partner can have any
   * number of them. The window stays locked until the transaction ends, and what is rolled back was not counted.
   * @throws 429 that names the window
   */
  async takeDestination(tx: MetadataReader, toNumber: string): Promise<void> {
    const subjects = { destination: [this.hashOf(toNumber)] };
    refuseWhenFull(await this.limiter.takeWith(tx, subjects, OPERATION, DESTINATION_WINDOW));
  }

  /** Keyed, because a plain hash of a number can be found by trying all numbers. */
  private hashOf(number: string): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify(['test-call-destination', number]))
      .digest('base64url');
  }
}
