import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { Injectable } from '@nestjs/common';
import express from 'express';
import type { RequestHandler } from 'express';
import { CATALOGUE } from '../kernel/catalogue.js';
import { PlatformError, unprocessable, validationFailed } from '../kernel/platform-error.js';
import { ownTenant } from '../auth/tenant-choice.policy.js';
import { bodyCost } from './body-cost.policy.js';
import { BodyBudget, BUDGET_RETRY_SECONDS } from './body-budget.js';
import { BodyLimits, DEFAULT_BODY_LIMITS } from '../auth/body-limits.js';
import { BodyPace } from './body-pace.js';
import type { PlatformRequest } from '../kernel/platform-request.js';
import { refuseWidth } from './body-width.policy.js';
import { mayHoldSurrogates, surrogateFault, utf8Fault } from './text.policy.js';

declare module '../kernel/platform-request.js' {
  interface PlatformRequest {
    /** The bytes of a parsed JSON body, as they came. */
    rawBody?: Buffer;
    /** What became of reading the body, once that was asked for. A property for the reason of `tenantChoice`. */
    bodyOutcome?: Promise<PlatformError | null>;
  }
}

/**
 * Reads request bodies when the pipeline asks for them, which is after authentication: strangers cannot make
 * the service parse ten megabytes. A body is read once, when the memory for it has been had, and as long as it comes
 * fast enough; its error waits until the guards before it have spoken.
 */
@Injectable()
export class RequestBody {
  private readonly parsers = new Map<string, RequestHandler>();

  constructor(
    private readonly budget: BodyBudget,
    private readonly pace: BodyPace,
  ) {}

  /** Reads and parses; never throws, so that a guard that only looks for client_id need not care. */
  read(request: PlatformRequest): Promise<PlatformError | null> {
    return (request.bodyOutcome ??= this.parse(request, limitsOf(request)));
  }

  private async parse(request: PlatformRequest, limits: BodyLimits): Promise<PlatformError | null> {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const length = isChunked ? limits.bytes : Number(request.headers['content-length'] ?? 0);
    if (length === 0 || isLeftUnread(request)) return null;
    const type = limits.types.find((candidate) => request.is(candidate));
    if (!type) {
      return new PlatformError(CATALOGUE.unsupportedMediaType, {
        message: `Send ${limits.types.join(' or ')}.`,
      });
    }
    if (!isUtf8Charset(request.headers['content-type'])) {
      return new PlatformError(CATALOGUE.unsupportedMediaType, {
        message: 'Send UTF-8; no other charset is read.',
      });
    }
    // Said at once, instead of after the last of its bytes.
    if (length > limits.bytes) return tooLarge(limits);
    const lease = await this.budget.acquire(holderOf(request), bodyCost(limits, length));
    if (!lease) return new PlatformError(CATALOGUE.overloaded, { retryAfterSeconds: BUDGET_RETRY_SECONDS });
    request.bodyLease = lease;
    // Who has hung up while waiting sends no more events that a parser could wait for.
    if (request.destroyed) return new PlatformError(CATALOGUE.invalidJson);
    if (limits.streamed) {
      this.pace.follow(request, () => request.destroy(new PlatformError(CATALOGUE.bodyTooSlow)));
      return null;
    }
    const error = await this.receive(request, limits);
    lease.shrinkTo(bodyCost(limits, (request.rawBody ?? (request.body as Buffer | undefined))?.length ?? 0));
    return error;
  }

  private receive(request: PlatformRequest, limits: BodyLimits): Promise<PlatformError | null> {
    return new Promise((resolve) => {
      const stop = this.pace.follow(request, () => resolve(new PlatformError(CATALOGUE.bodyTooSlow)));
      // Parsers only look at the request; Express's response is needed for its signature alone.
      this.parserFor(limits)(request, request.res!, (error?: unknown) => {
        stop();
        resolve(error === undefined ? textError(request, limits) : errorOf(error, limits));
      });
    });
  }

  // Compressed bodies are refused (415): a few KB that unfold to the limit cost their sender nothing.
  private parserFor({ bytes, raw = false, width }: BodyLimits): RequestHandler {
    const key = `${raw} ${bytes} ${width?.inOnePlace} ${width?.inAll}`;
    let parser = this.parsers.get(key);
    if (!parser) {
      const options = { limit: bytes, inflate: false, type: () => true };
      parser = raw
        ? express.raw(options)
        : express.json({ ...options, strict: true, verify: keepBytes(width) });
      this.parsers.set(key, parser);
    }
    return parser;
  }
}

// For fingerprints of requests; the parser holds the bytes anyway.
const keepBytes =
  (width: BodyLimits['width']) =>
  (request: IncomingMessage, _response: unknown, bytes: Buffer): void => {
    (request as PlatformRequest).rawBody = bytes;
    const fault = utf8Fault(bytes, ['body']);
    if (fault) throw validationFailed(fault);
    if (width) refuseWidth(bytes, width);
  };

/** What is sent without a charset is UTF-8 (RFC 8259, section 8.1). */
function isUtf8Charset(contentType = ''): boolean {
  try {
    return (new MIMEType(contentType).params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    // What is no media type is no type of this route either.
    return false;
  }
}

/** Halves of surrogate pairs, which only escapes can bring: no store keeps them as they are. */
function textError({ rawBody, body }: PlatformRequest, { batch }: BodyLimits): PlatformError | null {
  if (!rawBody || !mayHoldSurrogates(rawBody)) return null;
  if (batch === 'body') return null;
  const fault = surrogateFault(batch === undefined ? body : { ...(body as object), [batch]: null });
  return fault && validationFailed(fault);
}

const limitsOf = ({ accessRule: rule }: PlatformRequest): BodyLimits =>
  (rule?.kind === 'protected' ? rule.body : undefined) ?? DEFAULT_BODY_LIMITS;

const isLeftUnread = ({ accessRule: rule, auth }: PlatformRequest): boolean =>
  rule?.kind === 'protected' &&
  auth !== undefined &&
  (rule.unreadOf ?? []).some((scope) => scope === auth.scope);

/**
 * Whose share of the budget a body counts in: the client's, for all its environments and people. Before a tenant is
 * chosen it is that of the caller's own.
 */
function holderOf({ auth, caller }: PlatformRequest): string {
  const tenant = auth ?? (caller && ownTenant(caller));
  return tenant ? `client ${tenant.clientId}` : 'strangers';
}

function errorOf(error: unknown, limits: BodyLimits): PlatformError {
  if (error instanceof PlatformError) return error;
  const { status } = error as { status?: number };
  if (status === 413) return tooLarge(limits);
  // Type and charset were looked at before: it is the coding.
  if (status === 415) {
    return new PlatformError(CATALOGUE.unsupportedMediaType, {
      message: 'Send the body as it is, without a Content-Encoding.',
    });
  }
  return new PlatformError(CATALOGUE.invalidJson);
}

function tooLarge({ bytes, tooLarge: status = 413 }: BodyLimits): PlatformError {
  const most = `the ${Math.floor(bytes / 1024)} KiB this route accepts`;
  return status === 413
    ? new PlatformError(CATALOGUE.contentTooLarge, { message: `The body is larger than ${most}.` })
    : unprocessable({ loc: ['body'], message: `must not be larger than ${most}`, type: 'too_large' });
}
