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

// Requests that wait for a tenant's window hold no connection: with connections, thirty at once
// exceeded the lock timeout (250 to 500 ms), and got 503 instead of 429. With three at a time, a
// dead store is known after one deadline.
const AT_ONCE = 3;

// A count takes about 10 ms, so hundreds are ahead of a request that has waited this long.
const TURN_MS = 5_000;

export type Subjects = Readonly<Partial<Record<WindowName, readonly string[]>>>;

export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;

export interface LimitState {
  /** LIMIT_HEADERS with their values, each naming all windows. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Seconds until the use would be allowed; 0: now. */
  readonly retryAfterSeconds: number;
  readonly fullWindows: readonly WindowName[];
  readonly hitIds: readonly string[];
}

/**
 * Counts uses of an operation in rolling windows that all processes share (requests 8.1). A service
 * calls it only for uses that its transaction counts.
 */
@Injectable()
export class RateLimiter {
  private readonly turns = new KeyedLimiter({ perKey: AT_ONCE, waitMs: TURN_MS });

  constructor(private readonly storage: RollingWindows) {}

  /**
   * Counts one use in all windows that are known before the body, or in none if one is full.
   * @param tenant whose uses wait for each other
   * @param subjects one for each window
   * @param operation the name under which routes are counted together
   * @throws 503 if the tenant's own uses keep this one waiting too long
   */
  async take(
    tenant: Tenant,
    subjects: Subjects,
    operation: string,
    windows: RateWindows,
  ): Promise<LimitState> {
    const slots = slotsOf(withoutDestination(windows), operation, subjects);
    const taking = this.turns.run(tenantKey(tenant), () => this.storage.takeAll(slots));
    return stateOf(windows, slots, await taking.catch(unavailableWithoutSlot(RETRY_AFTER_SECONDS)));
  }

  /** Removes a use that did not count after all. */
  giveBack({ hitIds }: LimitState): Promise<void> {
    return this.storage.giveBack(hitIds);
  }

  /** Counts one use that counts only if the transaction commits. */
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
 * A key counts with its person, so that a new key does not start a new window.
 * @param callId of the path; needed only where a window is of a call
 */
export function subjectsOf(auth: AuthContext, within: CountedWithin, callId?: string): Subjects {
  if (within === 'call' && callId === undefined)
    throw new Error('A window of a call needs a call in the path.');
  const tenant = {
    call: [auth.clientId, auth.dataEnv, callId ?? ''],
    environment: [auth.clientId, auth.dataEnv],
    client: [auth.clientId],
    platform: [],
  }[within];
  return { tenant, caller: [...tenant, accountableId(auth)] };
}

interface NamedSlot extends WindowSlot {
  readonly name: WindowName;
}

const withoutDestination = ({ destination: _, ...windows }: RateWindows): RateWindows => windows;

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
  const shown = counted
    .filter(({ name }) => isShown(name))
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`);
  return {
    headers: [
      [LIMIT_HEADERS[0], policiesOf(windows)],
      [LIMIT_HEADERS[1], shown.join(', ')],
    ],
    retryAfterSeconds: Math.max(0, ...full.map(({ resetSeconds }) => resetSeconds)),
    fullWindows: full.map(({ name }) => name),
    hitIds: states.flatMap(({ hitId }) => hitId ?? []),
  };
}

// Several tenants may call the same number: this window would reveal the others' calls.
const isShown = (name: WindowName): boolean => name !== 'destination';

/** On one line: many clients keep only the last of two lines with the same name. */
const policiesOf = (windows: RateWindows): string =>
  WINDOW_NAMES.flatMap((name) => {
    const window = windows[name];
    return window ? [`"${name}";q=${window.limit};w=${window.seconds}`] : [];
  }).join(', ');

function keyOf(operation: string, name: WindowName, subjects: Subjects): string {
  const subject = subjects[name];
  // Without it all callers would share one window.
  if (!subject) throw new Error(`A window of the ${name} needs a subject.`);
  return hash('sha256', JSON.stringify([operation, name, ...subject]), 'base64url');
}
