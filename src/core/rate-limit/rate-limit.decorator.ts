import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { AuditEvent } from '../shared/audit-event.js';
import type { AuthContext } from '../shared/auth-context.js';
import type { CatalogueEntry } from '../shared/catalogue.js';

/**
 * The scope of a window: the requests of one caller, of a tenant, for one project or for one
 * telephone. The telephone is in the body, so the service counts that window.
 */
export const WINDOW_NAMES = ['caller', 'tenant', 'project', 'destination'] as const;
export type WindowName = (typeof WINDOW_NAMES)[number];

export interface RateWindow {
  readonly limit: number;
  readonly seconds: number;
}

export type RateWindows = Readonly<Partial<Record<WindowName, RateWindow>>>;

/** How a request ended: the status of its error, or the replay of an earlier answer. */
export type Ending = number | 'replay';

/**
 * The scope in which a caller counts as one: the call in the path, an environment of a client, a
 * client, or the platform (requests 8.4).
 */
export type CountedWithin = 'call' | 'environment' | 'client' | 'platform';

interface RateLimitTerms {
  readonly within?: CountedWithin;
  /** The name that several routes share to be counted together. Default: only this route. */
  readonly operation?: string;
  /** The answer to a request when a window is full. Default: rate_limited. */
  readonly answer?: CatalogueEntry;
  /** The message, from the windows that are full. Default: it names them. */
  readonly message?: (full: readonly WindowName[], windows: RateWindows) => string;
  /** The audit row for a full window, if it is audited. */
  readonly audit?: (body: unknown) => AuditEvent;
  /** Endings that do not count. Default: absent or foreign resources, malformed requests, and replays. */
  readonly givenBack?: readonly Ending[];
  /** Requests that will be refused for a reason other than the limit. */
  readonly skip?: (auth: AuthContext, body: unknown) => boolean;
}

export interface RateLimitRule extends RateLimitTerms {
  readonly windows: RateWindows;
  readonly within: CountedWithin;
  readonly givenBack: readonly Ending[];
}

/** The rolling windows of a limited route in the document: limit and seconds by window. */
export const RATE_LIMIT_EXTENSION = 'x-rate-limit';

/** The scope within which they count a caller, in the document. */
export const RATE_LIMIT_WITHIN_EXTENSION = 'x-rate-limit-within';

export const RATE_LIMIT_RULE = 'rate-limit:rule';

/** Limits a route by rolling windows that all processes share (requests 8.1). */
export function RateLimit(windows: RateWindows, terms: RateLimitTerms = {}): MethodDecorator {
  const rule: RateLimitRule = { givenBack: [400, 404, 422, 'replay'], within: 'client', ...terms, windows };
  return applyDecorators(
    SetMetadata(RATE_LIMIT_RULE, rule),
    ApiExtension(RATE_LIMIT_EXTENSION, windows),
    ApiExtension(RATE_LIMIT_WITHIN_EXTENSION, rule.within),
  );
}
