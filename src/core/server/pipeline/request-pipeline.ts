import { randomUUID } from 'node:crypto';
import type { NextFunction, Response } from 'express';
import type { Logger } from 'pino';
import type { Tenant } from '../../shared/auth-context.js';
import { PlatformError, validationFailed } from '../../shared/platform-error.js';
import { CATALOGUE } from '../../shared/catalogue.js';
import { hostFault } from './host-header.policy.js';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { isRequestId, looksLikeNumber } from './request-id.policy.js';
import { currentTracing } from '../../shared/tracing/tracing.js';
import { runInRequest, StoreUse } from '../../shared/request-context.js';
import { readTarget } from './request-target.policy.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /** Whether its Expect header requests anything other than 100-continue (requests 3.12). */
    expectsUnknown?: boolean;
  }
}

/** Called for every finished request, for the metrics. */
export type RequestObserver = (
  method: string,
  route: string,
  status: number,
  seconds: number,
  use: { readonly tenant: Tenant; readonly databaseSeconds: number } | null,
) => void;

/**
 * First stage of every request: its id, its address, its log context, and one access line, which
 * names the route and never the path or the query.
 */
export function requestPipeline(
  log: Logger,
  observe: RequestObserver,
  boundRest: (request: PlatformRequest) => void,
) {
  return (request: PlatformRequest, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const storeUse = new StoreUse();
    const given = request.headers['x-request-id'];
    const isGiven = isRequestId(given);
    const requestId = isGiven ? given : randomUUID();
    // An id that may be a telephone number is returned to the caller, but logs and audit rows get
    // another one.
    const loggedId = isGiven && looksLikeNumber(requestId) ? randomUUID() : requestId;
    request.requestId = requestId;
    request.arrivedAt = started;
    response.setHeader('X-Request-ID', requestId);
    // Unless a route says otherwise, no cache may store anything.
    response.setHeader('Cache-Control', 'no-store');
    // Browsers must follow the Content-Type and never render callers' text as a page.
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.on('close', () => {
      const ms = performance.now() - started;
      // The client may still be sending a body that was not read.
      if (!request.complete) boundRest(request);
      const route = routeOf(request);
      const tenant = { client_id: request.auth?.clientId, data_env: request.auth?.dataEnv };
      span?.end({ 'http.route': route, request_id: loggedId, ...tenant }, response.statusCode);
      const use = request.auth && { tenant: request.auth, databaseSeconds: storeUse.databaseMs / 1000 };
      observe(request.method, route, response.statusCode, ms / 1000, use ?? null);
      log.info({
        request_id: loggedId,
        method: request.method,
        route,
        status: response.statusCode,
        ms: tenths(ms),
        store: storeUse.storeId,
        pool_ms: tenths(storeUse.poolMs),
        db_ms: tenths(storeUse.databaseMs),
        ...tenant,
        actor: request.auth?.principal.id,
        trace_id: span?.traceId,
        aborted: response.writableFinished ? undefined : true,
      });
    });
    const { url, faults } = readTarget(request.url);
    const span = currentTracing()?.request(request.method, url, request.headers['traceparent']) ?? null;
    request.url = url;
    request.targetFaults = faults;
    const rest = (): void => next(headerFault(request));
    runInRequest({ requestId: loggedId, storeUse }, span === null ? rest : () => span.run(rest));
  };
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** The fault of a request's headers for which it is refused before any route. */
function headerFault(request: PlatformRequest): PlatformError | undefined {
  const fault = hostFault(request.httpVersion, request.rawHeaders);
  if (fault !== null)
    return validationFailed({ loc: ['header', 'Host'], message: fault, type: 'invalid_host' });
  return request.expectsUnknown ? new PlatformError(CATALOGUE.expectationFailed) : undefined;
}

function routeOf(request: PlatformRequest): string {
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path : '(none)';
}
