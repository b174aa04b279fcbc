import { isUtf8 } from 'node:buffer';
import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { notFound, validationFailed, type FieldError } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import type { TargetFaults } from './pipeline/request-target.policy.js';
import { notUtf8 } from '../http/text.policy.js';

/** Headers that are read as text, with the names that responses use. */
const TEXT_HEADERS = ['Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-ID'];
const FIELDS = TEXT_HEADERS.map((name) => [name, name.toLowerCase()] as const);

/**
 * Refuses URLs and headers that are not UTF-8, and names the location. Runs after authentication,
 * and before the scope is decided, which depends on the checked parts. A path that cannot be
 * decoded at all is 404.
 */
@Injectable()
export class TextGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    const { targetFaults: faults, accessRule: rule } = request;
    if (faults?.hasMalformedPath) throw notFound();
    // Closed and public routes read no part of a request.
    if (!rule || rule.kind === 'public' || (rule.kind === 'protected' && rule.scopes.length === 0))
      return true;
    const fault = (faults && targetFault(faults, request)) ?? headerFault(request);
    if (fault) throw validationFailed(fault);
    return true;
  }
}

function targetFault(faults: TargetFaults, request: PlatformRequest): FieldError | null {
  const { brokenSegments, brokenParameter } = faults;
  const { route } = request as { route?: { path?: unknown } };
  if (brokenSegments.length > 0) {
    const pattern = typeof route?.path === 'string' ? route.path.split('/') : [];
    const name = pattern[brokenSegments[0]!]?.replace(/^:/, '');
    return { loc: ['path', ...(name ? [name] : [])], ...notUtf8('a percent-encoded byte of it') };
  }
  if (brokenParameter === null) return null;
  return { loc: ['query', brokenParameter], ...notUtf8('a percent-encoded byte of it') };
}

function headerFault({ headers }: PlatformRequest): FieldError | null {
  for (const [name, field] of FIELDS) {
    const value = headers[field];
    // Node returns one character for each byte.
    if (typeof value !== 'string' || !/[\x80-\xff]/.test(value)) continue;
    if (!isUtf8(Buffer.from(value, 'latin1'))) return { loc: ['header', name], ...notUtf8('a byte of it') };
  }
  return null;
}
