import { SetMetadata } from '@nestjs/common';
import type { RateWindow } from './rate-limit.decorator.js';

/** A surface that is open to anonymous callers, and the limits of its use (requests 8.10). */
export interface PublicDoor {
  /** Used in metrics, logs and window keys. Routes of one door count together. */
  readonly name: string;
  /** The limits per address; several windows if both a short and a long one apply. */
  readonly perAddress: readonly RateWindow[];
  /** The limit of all addresses together, on the whole deployment; operators act when it is reached. */
  readonly ceiling: RateWindow;
  /**
   * Whether the ceiling applies only to strangers: above it requests continue with
   * `isAboveCeiling`, and the service admits those it knows, within `PublicDoors.take`. Only with
   * `onlyFailure`, by which all others fail.
   */
  readonly sparesKnown?: true;
}

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** Set by PublicDoorGuard at a door that `sparesKnown`, while its ceiling is reached. */
    isAboveCeiling?: true;
  }
}

export const PUBLIC_DOOR = 'throttling:public-door';

/**
 * Limits a public route. PublicDoorGuard counts each request before its body is read, in windows
 * shared by all processes, and refuses it with 429, or with the route's `onlyFailure`. Unlike
 * `@RateLimit`, responses have no rate limit headers. A service that knows more than the address
 * counts that with `PublicDoors.take`.
 */
export const BehindPublicDoor = (door: PublicDoor): MethodDecorator => SetMetadata(PUBLIC_DOOR, door);
