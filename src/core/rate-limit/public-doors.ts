import { createHmac, type KeyObject } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { derivedKey } from '../privacy/keys/derived-key.js';
import { KeyedLimiter, NoSlotError } from '../shared/keyed-limiter.js';
import { Clock } from '../time/clock.js';
import { doorAddress, doorNetwork } from '../auth/door-address.policy.js';
import type { PublicDoor } from './public-door.decorator.js';
import type { RateWindow } from './rate-limit.decorator.js';
import { RollingWindows, type WindowSlot } from './rolling-windows.js';

// All requests of a route lock its ceiling in turn. Three keep that lock busy and leave the other
// connections to callers with credentials.
const AT_ONCE = 3;

// A hundred wait for a fraction of a second; more are a flood, which is refused in memory.
const MAX_WAITING = 100;
const WAIT_MS = 1_000;

// When to retry if no window says so: by then the preceding flood is over or refused.
const BUSY_SECONDS = 1;

// A log line for each refused request would itself be a flood.
const WARN_EVERY_MS = 60_000;

/** A site has 65,536 addresses: together they may use five times as much as one of them. */
const ofNetwork = (window: RateWindow): RateWindow => ({ ...window, limit: 5 * window.limit });

/**
 * Admitted, or the limit that refused it. `busy`: too many requests wait to be counted in this
 * process.
 */
export type DoorResult = 'admitted' | 'address' | 'ceiling' | 'subject' | 'busy';

export interface DoorState {
  /** `ceiling` if no other limit is reached. */
  readonly result: DoorResult;
  readonly retryAfterSeconds: number;
}

interface Slot extends WindowSlot {
  readonly result: DoorResult;
}

/**
 * Counts the requests of strangers to the public routes of the deployment (requests 8.10).
 * Addresses and other subjects are counted under a keyed hash; a refused request stores nothing.
 * Operators see the metric `public_door_requests_total`, a warning a minute while a ceiling is
 * reached, and the alert of `deploy/alert-rules.yaml`.
 */
@Injectable()
export class PublicDoors {
  private readonly logger = new Logger(PublicDoors.name);
  private readonly key: KeyObject;
  /** One per route, so that a flood of requests to one does not block the others. */
  private readonly limiters = new Map<string, KeyedLimiter>();
  private readonly results = new Map<string, Map<DoorResult, number>>();
  private readonly warnedAt = new Map<string, number>();

  constructor(
    @Inject(SETTINGS) { apiKeys }: Settings,
    private readonly storage: RollingWindows,
    private readonly clock: Clock,
  ) {
    this.key = derivedKey(apiKeys.pepper, 'public doors');
  }

  /**
   * Counts one request for its address and for the ceiling, or for neither if the limit of one is
   * reached.
   * @param ip as Express returns it, behind proxies as configured
   */
  enter(door: PublicDoor, ip: string | undefined): Promise<DoorState> {
    const address = doorAddress(ip);
    const network = doorNetwork(ip);
    return this.count(door, [
      ...door.perAddress.flatMap((window) => [
        this.slot(door, ['address', address], window, 'address'),
        ...(network ? [this.slot(door, ['network', network], ofNetwork(window), 'address')] : []),
      ]),
      this.slot(door, ['ceiling'], door.ceiling, 'ceiling'),
    ]);
  }

  /**
   * Counts one use for the subject of a request, such as a telephone, in all windows or in none.
   * @param subject kind and value, such as `['phone', '+61298765432']`
   * @returns seconds until the use would be allowed; 0: now
   */
  async take(
    door: PublicDoor,
    subject: readonly [kind: string, value: string],
    windows: readonly RateWindow[],
  ): Promise<number> {
    const slots = windows.map((window) => this.slot(door, subject, window, 'subject'));
    return (await this.count(door, slots)).retryAfterSeconds;
  }

  /** Counts since the process started; `admitted` counts each allowed use of `enter` and `take`. */
  gauge(): readonly { readonly door: string; readonly result: DoorResult; readonly requests: number }[] {
    return [...this.results].flatMap(([door, results]) =>
      [...results].map(([result, requests]) => ({ door, result, requests })),
    );
  }

  private async count(door: PublicDoor, slots: readonly Slot[]): Promise<DoorState> {
    try {
      const states = await this.limiterOf(door).run(door.name, () => this.storage.takeAll(slots));
      const full = states.flatMap(({ isBlocked, resetSeconds }, at) =>
        isBlocked ? [{ result: slots[at]!.result, resetSeconds }] : [],
      );
      if (full.some(({ result }) => result === 'ceiling')) this.warn(door);
      // The ceiling has the lowest priority.
      const result = full[0]?.result ?? 'admitted';
      this.note(door, result);
      return { result, retryAfterSeconds: Math.max(0, ...full.map(({ resetSeconds }) => resetSeconds)) };
    } catch (error) {
      if (!(error instanceof NoSlotError)) throw error;
      this.note(door, 'busy');
      return { result: 'busy', retryAfterSeconds: BUSY_SECONDS };
    }
  }

  private limiterOf({ name }: PublicDoor): KeyedLimiter {
    const limiter =
      this.limiters.get(name) ??
      new KeyedLimiter({ perKey: AT_ONCE, maxWaiting: MAX_WAITING, waitMs: WAIT_MS });
    this.limiters.set(name, limiter);
    return limiter;
  }

  private slot(door: PublicDoor, subject: readonly string[], window: RateWindow, result: DoorResult): Slot {
    const of = JSON.stringify([door.name, window.seconds, ...subject]);
    return { ...window, key: createHmac('sha256', this.key).update(of).digest('base64url'), result };
  }

  private note({ name }: PublicDoor, result: DoorResult): void {
    const results = this.results.get(name) ?? new Map<DoorResult, number>();
    this.results.set(name, results.set(result, (results.get(result) ?? 0) + 1));
  }

  private warn({ name, ceiling }: PublicDoor): void {
    const now = this.clock.now().getTime();
    if (now - (this.warnedAt.get(name) ?? -Infinity) < WARN_EVERY_MS) return;
    this.warnedAt.set(name, now);
    this.logger.warn({ msg: 'public door has reached its ceiling', door: name, ...ceiling });
  }
}
