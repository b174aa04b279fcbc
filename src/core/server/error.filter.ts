import { randomUUID } from 'node:crypto';
import { ArgumentsHost, Catch, ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { PlatformRequest } from '../shared/platform-request.js';
import { CATALOGUE, type CatalogueEntry } from '../shared/catalogue.js';
import { classifyDriverError } from '../database/driver/driver-errors.js';
import { envelopeFor } from '../http/errors/envelopes.js';
import { LoggableError, PlatformError, unavailable } from '../shared/platform-error.js';
import { answerTime, sleepUntil } from './answer-time.js';
import { errorOfRoute, isAnsweredAlike } from './route-errors.policy.js';

const BY_STATUS: Partial<Record<number, CatalogueEntry>> = {
  400: CATALOGUE.validationFailed,
  401: CATALOGUE.unauthorized,
  403: CATALOGUE.notFound,
  404: CATALOGUE.notFound,
  408: CATALOGUE.bodyTooSlow,
  413: CATALOGUE.contentTooLarge,
  415: CATALOGUE.unsupportedMediaType,
  422: CATALOGUE.validationError,
  429: CATALOGUE.rateLimited,
  503: CATALOGUE.dependencyUnavailable,
};

declare module '../shared/platform-request.js' {
  interface PlatformRequest {
    /** Redirects a browser to a page instead of an envelope; set by a feature that has pages. */
    failurePage?: (error: PlatformError) => string;
  }
}

/**
 * Converts any error into the envelope of the route's surface, and logs what operators need to
 * know.
 */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<PlatformRequest>();
    const response = http.getResponse<Response>();
    const error = errorOfRoute(toPlatformError(thrown), request.accessRule);
    request.refusal = error;
    const envelopeId = randomUUID();
    this.log(error, thrown, envelopeId);
    if (response.headersSent) {
      // Too late for an envelope: a broken connection shows that the body is not whole.
      response.destroy();
      return;
    }
    if (isAnsweredAlike(error.entry, request.accessRule)) {
      void sleepUntil(answerTime(request.arrivedAt, performance.now())).then(() =>
        this.answer(request, response, error, envelopeId),
      );
      return;
    }
    const { limitUse } = request;
    if (limitUse)
      void limitUse.end(error.entry.status).then(() => this.answer(request, response, error, envelopeId));
    else this.answer(request, response, error, envelopeId);
  }

  private answer(
    request: PlatformRequest,
    response: Response,
    error: PlatformError,
    envelopeId: string,
  ): void {
    if (error.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(error.retryAfterSeconds));
    if (error.entry.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    // The server does not wait for the rest of a body that stalls. `BodyChunks` and `BodyPace`
    // discard the rest of a refused one: closing the connection could lose the response.
    if (error.entry.status === 408) response.setHeader('Connection', 'close');
    response.setHeader('Cache-Control', 'no-store');
    if (request.failurePage) {
      response.status(303).setHeader('Location', request.failurePage(error)).end();
      return;
    }
    const rule = request.accessRule;
    response.status(error.entry.status);
    if (rule?.kind === 'public' && rule.errorForm)
      response.type(rule.errorForm.mediaType).json(rule.errorForm.bodyOf(error));
    else response.json(envelopeFor(rule?.surface ?? 'general', error, envelopeId));
  }

  private log(error: PlatformError, thrown: unknown, envelopeId: string): void {
    if (error.entry.log === 'none') return;
    const line = {
      msg: 'request failed',
      code: error.entry.code,
      error_id: envelopeId,
      store: error.store,
      ...causeOf(error.cause ?? thrown),
    };
    if (error.entry.log === 'error') this.logger.error(line);
    else this.logger.warn(line);
  }
}

function toPlatformError(thrown: unknown): PlatformError {
  if (thrown instanceof PlatformError) return thrown;
  const fault = classifyDriverError(thrown);
  if (fault?.kind === 'unavailable' || fault?.kind === 'retry') {
    return unavailable(thrown, fault.kind === 'retry' ? 1 : undefined);
  }
  if (fault?.kind === 'conflict') return new PlatformError(CATALOGUE.conflict, { cause: thrown });
  if (thrown instanceof HttpException) {
    return new PlatformError(BY_STATUS[thrown.getStatus()] ?? CATALOGUE.internalError, { cause: thrown });
  }
  // Express and Node mark errors of the request itself, such as a path that cannot be decoded.
  const { status } = (thrown ?? {}) as { status?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new PlatformError(BY_STATUS[status] ?? CATALOGUE.validationFailed, { cause: thrown });
  }
  return new PlatformError(CATALOGUE.internalError, { cause: thrown });
}

/**
 * The part of a cause that may be logged: codes, positions and our own LoggableError, but no SQL,
 * no parameters, and no messages of other code.
 */
function causeOf(cause: unknown): object {
  const fault = classifyDriverError(cause);
  if (fault) {
    return { fault, ...(cause instanceof LoggableError ? { reason: cause.message, ...rootOf(cause) } : {}) };
  }
  if (!(cause instanceof Error)) return {};
  const { code } = cause as { code?: unknown };
  return {
    cause: cause.constructor.name,
    ...(cause instanceof LoggableError ? { reason: cause.message, ...rootOf(cause) } : {}),
    ...(typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? { cause_code: code } : {}),
    at: framesOf(cause).slice(0, 8),
  };
}

/** The cause of a LoggableError, by the same rules. */
function rootOf(diagnosis: LoggableError): object {
  return diagnosis.cause === undefined ? {} : { because: causeOf(diagnosis.cause) };
}

function framesOf(cause: Error): string[] {
  // The message precedes the frames and may itself contain lines that look like them.
  const stack = cause.stack ?? '';
  const end = cause.message === '' ? 0 : stack.lastIndexOf(cause.message) + cause.message.length;
  return stack
    .slice(end)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim());
}
