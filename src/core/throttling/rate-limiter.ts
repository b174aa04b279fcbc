import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { accountableId } from '../auth/auth-context.js';
import type { AuthContext } from '../auth/auth-context.js';
import { WINDOW_NAMES } from './rate-limit.decorator.js';
import type { RateWindows, WindowName } from './rate-limit.decorator.js';
import { RollingWindowStorage } from './rolling-window.storage.js';

/** How a use was counted. */
export interface LimitState {
  /** RateLimit-Policy and RateLimit, each naming all windows. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Seconds until the use would be allowed; 0: it is. */
  readonly retryAfterSeconds: number;
}

/**
 * Counts uses of an operation in rolling windows that all processes share (contract, "Limits"). Routes that are
 * limited from their first byte stand under @RateLimit; this is for those that count only what really begins, and
 * for several routes that share their windows.
 */
@Injectable()
export class RateLimiter {
  constructor(private readonly storage: RollingWindowStorage) {}

  /**
   * Counts one use in all of the windows, or in none when one of them is full. A key counts with the person who made it:
   * a fresh one begins no new window.
   * @param operation what is counted together, by whatever route it comes
   */
  take(auth: AuthContext, operation: string, windows: RateWindows): Promise<LimitState> {
    const tenant = [auth.clientId, auth.dataEnv];
    return this.takeFor({ tenant, caller: [...tenant, accountableId(auth)] }, operation, windows);
  }

  /** @param subjects whom each window counts */
  async takeFor(
    subjects: Readonly<Record<WindowName, readonly string[]>>,
    operation: string,
    windows: RateWindows,
  ): Promise<LimitState> {
    const names = WINDOW_NAMES.filter((name) => windows[name]);
    const wanted = names.map((name) => ({
      ...windows[name]!,
      key: hash('sha256', JSON.stringify([operation, name, ...subjects[name]]), 'base64url'),
    }));
    const slots = await this.storage.takeAll(wanted);
    const blocked = slots.filter(({ isBlocked }) => isBlocked).map(({ resetSeconds }) => resetSeconds);
    // One line each, as a list: of two lines of one name many clients keep only the last.
    const policies = wanted.map(({ limit, seconds }, index) => `"${names[index]}";q=${limit};w=${seconds}`);
    const states = slots.map((slot, index) => `"${names[index]}";r=${slot.remaining};t=${slot.resetSeconds}`);
    return {
      headers: [
        ['RateLimit-Policy', policies.join(', ')],
        ['RateLimit', states.join(', ')],
      ],
      retryAfterSeconds: Math.max(0, ...blocked),
    };
  }
}
