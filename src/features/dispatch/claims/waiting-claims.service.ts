import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { NoSlotError } from '../../../core/shared/keyed-limiter.js';
import { StoreNotices } from '../../../core/database/stores/store-notices.service.js';
import type { TakeRequest } from './take.request.js';
import type { DispatchLease } from '../rules/take.response.js';
import { ClaimService } from './claim.service.js';

/** The store's notifications: a campaign begins to run, or a single call is requested. */
const TOPICS = ['campaign_runs', 'single_dispatch_waits'];

// The least time between two checks, so that contacts that become due one by one are leased
// together.
const LEAST_PAUSE_MS = 200;

/**
 * Lets a runtime wait while nothing is due: for a campaign to begin, a call to be requested, or the
 * next contact to become due (dispatch 1.4).
 */
@Injectable()
export class WaitingClaims {
  constructor(
    private readonly claims: ClaimService,
    private readonly notices: StoreNotices,
  ) {}

  /**
   * @param gone aborted if the runtime has disconnected: nothing more is leased to it
   * @throws like ClaimService.claim
   */
  async claim(
    auth: AuthContext,
    { max, wait_seconds: waitSeconds = 0 }: TakeRequest,
    gone: AbortSignal,
  ): Promise<readonly DispatchLease[]> {
    if (waitSeconds === 0) return this.claims.claim(auth, max, gone);
    const over = AbortSignal.any([gone, AbortSignal.timeout(waitSeconds * 1000)]);
    await this.notices.listen();
    for (;;) {
      // Created before the check, so that a notification during the check is not missed.
      const round = new AbortController();
      const until = AbortSignal.any([over, round.signal]);
      const told = TOPICS.map((topic) => this.notices.next(auth, topic, until));
      try {
        const leases = await this.claims.claim(auth, max, gone);
        if (leases.length > 0 || over.aborted) return leases;
        await Promise.race([...told, this.untilNextIsDue(auth, over)]);
        if (over.aborted) return [];
      } catch (error) {
        // All runtimes may be woken at once; a runtime with time left tries again.
        if (over.aborted || !isContended(error)) throw error;
      } finally {
        round.abort();
      }
    }
  }

  private async untilNextIsDue(auth: AuthContext, over: AbortSignal): Promise<void> {
    const ms = await this.claims.untilNextDue(auth);
    if (ms === null) await new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }));
    else await delay(Math.max(ms, LEAST_PAUSE_MS), undefined, { signal: over }).catch(() => undefined);
  }
}

/** Whether it has waited this long for other claims of the tenant. */
const isContended = (error: unknown): boolean =>
  error instanceof PlatformError && error.cause instanceof NoSlotError;
