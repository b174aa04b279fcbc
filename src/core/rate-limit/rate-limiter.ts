import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { tenantKey, accountableId, type AuthContext, type Tenant } from '../shared/auth-context.js';
import type { StoreReader } from '../database/unit-of-work/unit-of-work.js';
import { RETRY_AFTER_SECONDS } from '../database/driver/store-breaker.js';
import { KeyedLimiter, unavailableWithoutSlot } from '../shared/keyed-limiter.js';
import {
  WINDOW_NAMES,
  type CountedWithin,
  type RateWindows,
  type WindowName,
} from './rate-limit.decorator.js';
import { RollingWindows, type SlotState, type WindowSlot } from './rolling-windows.js';

// Requests that wait for a window of a tenant wait in this process and hold no connection. On the
// connections, thirty at once waited longer for the window's lock than a connection waits for any
// (250 to 500 ms), and were 503 in place of 429. Three proceed at a time, so that a dead store is
// known as dead (three failures) after one deadline and not after three.
const AT_ONCE = 3;

// A piece takes some 10 ms: a request that has waited this long is behind hundreds of others.
const TURN_MS = 5_000;

/** The subject that each window counts. */
export type Subjects = Readonly<Partial<Record<WindowName, readonly string[]>>>;

/** The headers that tell how a use was counted. */
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;

/** How a use was counted. */
export interface LimitState {
  /** LIMIT_HEADERS with their values, each naming all windows. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Seconds until the use would be allowed; 0: it is. */
  readonly retryAfterSeconds: number;
  /** The windows that refuse it. */
  readonly fullWindows: readonly WindowName[];
  /** Rows of the counted uses, for giving them back. */
  readonly hitIds: readonly string[];
}

/**
 * Counts uses of an operation in rolling windows that all processes share (requests 8.1).
 * RateLimitGuard calls it for every route with @RateLimit; a service calls it only for uses that
 * its transaction counts.
 */
@Injectable()
export class RateLimiter {
  private readonly turns = new KeyedLimiter({ perKey: AT_ONCE, waitMs: TURN_MS });

  constructor(private readonly storage: RollingWindows) {}

  /**
   * Counts one use in all windows that are known before the body, or in none if one of them is
   * full.
   * @param tenant whose uses wait for each other
   * @param subjects one for each window
   * @param operation the name under which routes are counted together
   * @throws 503 when the tenant's own uses leave this one no turn
   */
  async take(
    tenant: Tenant,
    subjects: Subjects,
    operation: string,
    windows: RateWindows,
  ): Promise<LimitState> {
    const slots = slotsOf(atTheDoor(windows), operation, subjects);
    const taking = this.turns.run(tenantKey(tenant), () => this.storage.takeAll(slots));
    return stateOf(windows, slots, await taking.catch(unavailableWithoutSlot(RETRY_AFTER_SECONDS)));
  }

  /** Counts a use no longer that `take` has counted, because it came to nothing. */
  giveBack({ hitIds }: LimitState): Promise<void> {
    return this.storage.giveBack(hitIds);
  }

  /**
   * Counts one use together with a transaction's writes: it counts only if the transaction commits.
   */
  async takeWith(
    tx: StoreReader,
    subjects: Subjects,
    operation: string,
    windows: RateWindows,
  ): Promise<LimitState> {
    const slots = slotsOf(windows, operation, subjects);
    return stateOf(windows, slots, await this.storage.takeAllWith(tx, slots));
  }
}

/**
 * The subjects that the windows of a request count. A key counts with the person who made it, so
 * that a new key begins no new window.
 */
export function subjectsOf(auth: AuthContext, within: CountedWithin): Subjects {
  const tenant = {
    environment: [auth.clientId, auth.dataEnv],
    client: [auth.clientId],
    platform: [],
  }[within];
  return { tenant, caller: [...tenant, accountableId(auth)] };
}

interface NamedSlot extends WindowSlot {
  readonly name: WindowName;
}

/** The windows whose subject is known before the body is read. */
const atTheDoor = ({ destination: _, ...windows }: RateWindows): RateWindows => windows;

const slotsOf = (windows: RateWindows, operation: string, subjects: Subjects): readonly NamedSlot[] =>
  WINDOW_NAMES.flatMap((name) => {
    const window = windows[name];
    return window ? [{ ...window, name, key: keyOf(operation, name, subjects) }] : [];
  });

function stateOf(
  windows: RateWindows,
  slots: readonly NamedSlot[],
  states: readonly SlotState[],
): LimitState {
  const counted = states.map((state, index) => ({ ...state, name: slots[index]!.name }));
  const full = counted.filter(({ isBlocked }) => isBlocked);
  const told = counted
    .filter(({ name }) => isTold(name))
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`);
  return {
    headers: [
      [LIMIT_HEADERS[0], policiesOf(windows)],
      [LIMIT_HEADERS[1], told.join(', ')],
    ],
    retryAfterSeconds: Math.max(0, ...full.map(({ resetSeconds }) => resetSeconds)),
    fullWindows: full.map(({ name }) => name),
    hitIds: states.flatMap(({ hitId }) => hitId ?? []),
  };
}

// Tenants share the telephones of the world: the rest of such a window would reveal the others'
// calls.
const isTold = (name: WindowName): boolean => name !== 'destination';

/**
 * RateLimit-Policy of the windows. One line, as a list: of two lines of one name many clients keep
 * only the last.
 */
const policiesOf = (windows: RateWindows): string =>
  WINDOW_NAMES.flatMap((name) => {
    const window = windows[name];
    return window ? [`"${name}";q=${window.limit};w=${window.seconds}`] : [];
  }).join(', ');

function keyOf(operation: string, name: WindowName, subjects: Subjects): string {
  const subject = subjects[name];
  // Without it all callers would share one window.
  if (!subject) throw new Error(`A window of the ${name} needs to know whose it is.`);
  return hash('sha256', JSON.stringify([operation, name, ...subject]), 'base64url');
}
