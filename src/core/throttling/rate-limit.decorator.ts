import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { Throttle } from '@nestjs/throttler';
import { RATE_LIMIT_EXTENSION } from '../http/openapi-access.js';

/**
 * Whose requests a window counts together: one caller in a tenant, all callers of the tenant, all that one project or one
 * telephone gets. The last two are known to services alone.
 */
export const WINDOW_NAMES = ['caller', 'tenant', 'project', 'destination'] as const;
export type WindowName = (typeof WINDOW_NAMES)[number];

interface RateWindow {
  readonly limit: number;
  readonly seconds: number;
}

export type RateWindows = Partial<Record<WindowName, RateWindow>>;

/** Metadata key under which a handler's windows stand. */
export const RATE_WINDOWS = 'throttling:windows';

/** Limits a route by rolling windows shared by all processes (contract, "Limits"). Others are not limited. */
export function RateLimit(windows: RateWindows): MethodDecorator {
  const options = Object.fromEntries(
    Object.entries(windows).map(([name, { limit, seconds }]) => [name, { limit, ttl: seconds * 1000 }]),
  );
  return applyDecorators(
    Throttle(options),
    SetMetadata(RATE_WINDOWS, windows),
    ApiExtension(RATE_LIMIT_EXTENSION, windows),
  );
}

/** Metadata key under which the windows stand that a handler's service counts in. */
export const SERVICE_RATE_WINDOWS = 'throttling:service-windows';

/** Declares windows in which the service of a route counts by itself, through the RateLimiter, what really begins. */
export const RateLimitInService = (windows: RateWindows): MethodDecorator =>
  applyDecorators(SetMetadata(SERVICE_RATE_WINDOWS, windows), ApiExtension(RATE_LIMIT_EXTENSION, windows));
