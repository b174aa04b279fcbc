import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { accountableId } from '../auth/auth-context.js';
import type { AuthContext } from '../auth/auth-context.js';
import { unavailable } from '../errors/platform-error.js';
import type { MetadataReader } from '../metadata/metadata-store.js';
import { RETRY_AFTER_SECONDS } from '../tenancy/store-breaker.js';
import { SemaphoreTimeoutError, TenantSemaphore } from '../tenancy/tenant-semaphore.js';
import { WINDOW_NAMES } from './rate-limit.decorator.js';
import type { RateWindows, WindowName } from './rate-limit.decorator.js';
import { RollingWindowStorage } from './rolling-window.storage.js';

// Requests that wait for a window of a tenant wait in this process, holding no connection: on the connections, thirty at
// once waited longer for the window's lock than a connection waits for any (250 to 500 ms), and were 503 in place of 429.
// Three go on at a time, so that a dead store is known as dead (three failures) after one deadline and not after three.
const AT_ONCE = 3;

// A piece takes some 10 ms: a request that has waited this long is behind hundreds of others.
const TURN_MS = 5_000;

/** Whom each window counts. */
type Subjects = Readonly<Partial<Record<WindowName, readonly string[]>>>;

/** How a use was counted. */
export interface LimitState {
  /** RateLimit-Policy and RateLimit, each naming all windows. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Seconds until the use would be allowed; 0: it is. */
  readonly retryAfterSeconds: number;
  /** The windows that refuse it. */
  readonly fullWindows: readonly WindowName[];
}

/**
 * Counts uses of an operation in rolling windows that all processes share (contract, "Limits"). Routes that are
 * limited from their first byte stand under @RateLimit; this is for those that count only what really begins, and
 * for several routes that share their windows.
 */
@Injectable()
export class RateLimiter {
  private readonly turns = new TenantSemaphore(AT_ONCE, TURN_MS);

  constructor(private readonly storage: RollingWindowStorage) {}

  /**
   * Counts one use in all of the windows, or in none when one of them is full. A key counts with the person who made it:
   * a fresh one begins no new window.
   * @param operation what is counted together, for every route
   * @param others whom the windows count that an AuthContext does not know
   */
  async take(
    auth: AuthContext,
    operation: string,
    windows: RateWindows,
    others: Subjects = {},
  ): Promise<LimitState> {
    try {
      return await this.turns.run(auth, () =>
        this.takeFor({ ...subjectsOf(auth), ...others }, operation, windows),
      );
    } catch (error) {
      throw error instanceof SemaphoreTimeoutError ? unavailable(error, RETRY_AFTER_SECONDS) : error;
    }
  }

  /** Counts a use no longer that `take` has counted, because it came to nothing. */
  async giveBack(auth: AuthContext, operation: string, windows: RateWindows): Promise<void> {
    const subjects = subjectsOf(auth);
    const names = WINDOW_NAMES.filter((name) => windows[name]);
    await this.storage.giveBack(names.map((name) => keyOf(operation, name, subjects)));
  }

  /** @param subjects whom each window counts; every one of them needs its own */
  takeFor(subjects: Subjects, operation: string, windows: RateWindows): Promise<LimitState> {
    return this.count(subjects, operation, windows, (wanted) => this.storage.takeAll(wanted));
  }

  /** As `takeFor`, together with what a transaction writes: nothing is counted unless it commits. */
  takeWith(
    tx: MetadataReader,
    subjects: Subjects,
    operation: string,
    windows: RateWindows,
  ): Promise<LimitState> {
    return this.count(subjects, operation, windows, (wanted) => this.storage.takeAllWith(tx, wanted));
  }

  private async count(
    subjects: Subjects,
    operation: string,
    windows: RateWindows,
    takeAll: RollingWindowStorage['takeAll'],
  ): Promise<LimitState> {
    const names = WINDOW_NAMES.filter((name) => windows[name]);
    const wanted = names.map((name) => ({
      ...windows[name]!,
      key: keyOf(operation, name, subjects),
    }));
    const slots = await takeAll(wanted);
    const blocked = slots.filter(({ isBlocked }) => isBlocked).map(({ resetSeconds }) => resetSeconds);
    const fullWindows = names.filter((_, index) => slots[index]?.isBlocked);
    const states = slots.flatMap((slot, index) =>
      isTold(names[index]) ? [`"${names[index]}";r=${slot.remaining};t=${slot.resetSeconds}`] : [],
    );
    return {
      headers: [
        ['RateLimit-Policy', policiesOf(windows)],
        ['RateLimit', states.join(', ')],
      ],
      retryAfterSeconds: Math.max(0, ...blocked),
      fullWindows,
    };
  }
}

/** RateLimit-Policy of the windows. One line, as a list: of two lines of one name many clients keep only the last. */
export const policiesOf = (windows: RateWindows): string =>
  WINDOW_NAMES.flatMap((name) => {
    const window = windows[name];
    return window ? [`"${name}";q=${window.limit};w=${window.seconds}`] : [];
  }).join(', ');

// Tenants share the telephones of the world: what is left of one would tell a tenant what the others did.
const isTold = (name: WindowName | undefined): boolean => name !== 'destination';

function subjectOf(subjects: Subjects, name: WindowName): readonly string[] {
  const subject = subjects[name];
  // Without it all callers would share one window.
  if (!subject) throw new Error(`A window of the ${name} needs to know whose it is.`);
  return subject;
}

function subjectsOf(auth: AuthContext): Subjects {
  const tenant = [auth.clientId, auth.dataEnv];
  return { tenant, caller: [...tenant, accountableId(auth)] };
}

const keyOf = (operation: string, name: WindowName, subjects: Subjects): string =>
  hash('sha256', JSON.stringify([operation, name, ...subjectOf(subjects, name)]), 'base64url');
