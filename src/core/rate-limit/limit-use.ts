import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { reasonOf } from '../shared/platform-error.js';
import { LIMIT_HEADERS } from './rate-limiter.js';
import type { Ending } from './rate-limit.decorator.js';

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** Set by RateLimitGuard if a limit has counted the request. */
    limitUse?: LimitUse;
  }
}

/** One counted request (requests 8.8), for stages that know how the request ends. */
export class LimitUse {
  private readonly logger = new Logger(LimitUse.name);
  private hasEnded = false;

  /**
   * @param givenBack the endings that do not count
   * @param giveBack removes the request from its windows
   */
  constructor(
    private readonly response: Response,
    private readonly givenBack: readonly Ending[],
    private readonly giveBack: () => Promise<void>,
  ) {}

  /** Gives the use back if its route says so, with its headers. Never rejects. */
  async end(ending: Ending): Promise<void> {
    if (this.hasEnded || !this.givenBack.includes(ending)) return;
    this.hasEnded = true;
    try {
      await this.giveBack();
      for (const name of LIMIT_HEADERS) this.response.removeHeader(name);
    } catch (error) {
      this.logger.warn({ msg: 'request without effect is still counted', reason: reasonOf(error) });
    }
  }
}
