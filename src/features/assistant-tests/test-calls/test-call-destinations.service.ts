import { createHmac, createSecretKey, KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { RateLimiter } from '../../../core/rate-limit/rate-limiter.js';
import { DESTINATION_WINDOW, fullestWindow, TEST_CALL } from './test-call.policy.js';

const WINDOWS = { destination: DESTINATION_WINDOW };

/** Limits test calls per number, which the route cannot do: the number is in the body. */
@Injectable()
export class TestCallDestinations {
  private readonly key: KeyObject;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly limiter: RateLimiter,
  ) {
    this.key = createSecretKey(settings.apiKeys.pepper);
  }

  /**
   * Counts one call to the number across all tenants, since a partner can have any number of them,
   * in the transaction that queues it. The window stays locked until the transaction ends; a
   * rollback counts nothing.
   * @throws 429 that names the window
   */
  async count(tx: StoreReader, toNumber: string): Promise<void> {
    const subjects = { destination: [this.hashOf(toNumber)] };
    const state = await this.limiter.takeWith(tx, subjects, TEST_CALL, WINDOWS);
    if (state.retryAfterSeconds === 0) return;
    throw new PlatformError(CATALOGUE.rateLimited, {
      message: fullestWindow(state.fullWindows, WINDOWS),
      retryAfterSeconds: state.retryAfterSeconds,
    });
  }

  /** Keyed, because a plain hash of a number can be found by trying all numbers. */
  private hashOf(number: string): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify(['test-call-destination', number]))
      .digest('base64url');
  }
}
