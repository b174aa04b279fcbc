import { SetMetadata } from '@nestjs/common';
import type { RateWindow } from './rate-limit.decorator.js';

/** A surface that strangers reach, and how much of it they may use (requests 8.10). */
export interface PublicDoor {
  /** In metrics, in logs and in the keys of its windows. Routes of one door count together. */
  readonly name: string;
  /** The limits of one address; several windows if a short and a long one hold. */
  readonly perAddress: readonly RateWindow[];
  /**
   * The limit of all addresses together, on the whole deployment. Reaching it is a matter for
   * operators.
   */
  readonly ceiling: RateWindow;
  /**
   * Whether the ceiling is for strangers alone: a request that finds nothing full but the ceiling goes
   * on with `isAboveCeiling`, and its service lets in what it knows, within `PublicDoors.take`. Only for
   * a route with `onlyFailure`, whose other requests fail all the same.
   */
  readonly sparesKnown?: true;
}

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** Set by PublicDoorGuard at a door that `sparesKnown`, while its ceiling is reached. */
    isAboveCeiling?: true;
  }
}

/** Metadata key under which a handler's PublicDoor stands. */
export const PUBLIC_DOOR = 'throttling:public-door';

/**
 * Puts a public route behind a door. PublicDoorGuard counts each request before its body is read,
 * in windows that all processes share, and refuses it as 429; a route with `onlyFailure` answers
 * that instead. Unlike `@RateLimit` it tells no caller what is left: the answers carry no headers
 * of limits.
 *
 * A service that knows more of a request than its address, such as a telephone number in its body,
 * counts that with `PublicDoors.take`.
 */
export const BehindPublicDoor = (door: PublicDoor): MethodDecorator => SetMetadata(PUBLIC_DOOR, door);
