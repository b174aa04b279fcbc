import { MIMEType } from 'node:util';
import { Injectable } from '@nestjs/common';
import { CATALOGUE } from '../../shared/catalogue.js';
import { notAnObject, PlatformError, unprocessable, validationFailed } from '../../shared/platform-error.js';
import type { AccessRule } from '../../auth/access-rule.js';
import { ownTenant } from '../../auth/tenant-choice.policy.js';
import { BodyBudget, BUDGET_RETRY_SECONDS } from './body-budget.js';
import { bodyCost, type BodyHolder } from './body-memory.policy.js';
import { BodyLimits, DEFAULT_BODY_LIMITS, STRANGER_BODY_LIMITS } from '../../auth/body-limits.js';
import { doorAddress } from '../../auth/door-address.policy.js';
import { BodyPace } from './body-pace.js';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { isContainer, MAX_MEMBERS, MAX_VALUES } from '../../http/body-size.policy.js';
import { widthFault } from './body-width.policy.js';
import { repeatedNameFault } from '../../shared/json/repeated-name.policy.js';
import { mayHoldSurrogates, surrogateFault, utf8Fault } from '../../http/text.policy.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    rawBody?: Buffer;
    /** Whether its sender waits for 100 Continue before it sends the body (requests 3.12). */
    awaitsContinue?: boolean;
    /** The outcome of reading the body. A property for the same reason as `tenantChoice`. */
    bodyOutcome?: Promise<PlatformError | null>;
  }
}

/** Sends `100 Continue` to a sender that waits for it, once (requests 3.12). */
export function inviteBody(request: PlatformRequest): void {
  if (!request.awaitsContinue) return;
  request.awaitsContinue = false;
  request.res!.writeContinue();
}

/**
 * Reads a body once, after authentication, with reserved memory, and as long as it arrives fast
 * enough. Its error is kept until the earlier guards have decided.
 */
@Injectable()
export class RequestBody {
  constructor(
    private readonly budget: BodyBudget,
    private readonly pace: BodyPace,
  ) {}

  /** Reads and parses; never throws, so that a guard may read just client_id. */
  read(request: PlatformRequest): Promise<PlatformError | null> {
    return (request.bodyOutcome ??= this.parse(request, bodyLimitsOf(request.accessRule)));
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
        message: 'Send UTF-8; no other charset is supported.',
      });
    }
    // A sender could cheaply send a few KB that decompress to the limit.
    if (!isPlain(request.headers['content-encoding'])) {
      return new PlatformError(CATALOGUE.unsupportedMediaType, {
        message: 'Send the body uncompressed, without a Content-Encoding.',
      });
    }
    // Refused immediately instead of after its last byte.
    if (length > limits.bytes) return tooLarge(limits);
    const holder = holderOf(request);
    const lease = this.budget.acquire(holder, bodyCost(limits, length, holder.isStranger));
    if (!lease) return new PlatformError(CATALOGUE.overloaded, { retryAfterSeconds: BUDGET_RETRY_SECONDS });
    request.bodyLease = lease;
    // A client that has disconnected sends no more events, so a reader would wait forever.
    if (request.destroyed) return new PlatformError(CATALOGUE.invalidJson);
    inviteBody(request);
    if (limits.streamed) {
      const end = (error: PlatformError) => void request.destroy(error);
      this.pace.follow(request, () => end(new PlatformError(CATALOGUE.bodyTooSlow)));
      request.bodyChunks?.whenScattered(() => end(tooManyChunks()));
      return null;
    }
    const bytes = await this.collect(request, limits, isChunked ? 0 : length);
    lease.shrinkTo(bodyCost(limits, bytes instanceof PlatformError ? 0 : bytes.length, holder.isStranger));
    if (bytes instanceof PlatformError) return bytes;
    request.rawBody = bytes;
    if (!limits.raw && !request.is(FORM)) return readJson(request, bytes, limits);
    request.body = limits.raw ? withoutMark(bytes) : {};
    return null;
  }

  /**
   * Copies the chunks of a body into one buffer as they arrive.
   * @param announced its length, if declared
   */
  private collect(
    request: PlatformRequest,
    limits: BodyLimits,
    announced: number,
  ): Promise<Buffer | PlatformError> {
    return new Promise((resolve) => {
      let body = Buffer.allocUnsafeSlow(announced);
      let length = 0;
      const take = (chunk: Buffer): void => {
        const needed = length + chunk.length;
        if (needed > limits.bytes) {
          settle(tooLarge(limits));
          return;
        }
        if (needed > body.length) {
          const larger = Buffer.allocUnsafeSlow(Math.min(limits.bytes, Math.max(needed, 2 * body.length)));
          body.copy(larger, 0, 0, length);
          body = larger;
        }
        chunk.copy(body, length);
        length = needed;
      };
      const end = (): void => settle(body.subarray(0, length));
      const hungUp = (): void => settle(new PlatformError(CATALOGUE.invalidJson));
      const stop = this.pace.follow(request, () => settle(new PlatformError(CATALOGUE.bodyTooSlow)));
      // Without these listeners, the rest is discarded.
      const settle = (outcome: Buffer | PlatformError): void => {
        stop();
        request.off('data', take).off('end', end).off('close', hungUp);
        resolve(outcome);
      };
      request.on('data', take).on('end', end).on('close', hungUp);
      request.bodyChunks?.whenScattered(() => settle(tooManyChunks()));
    });
  }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * A raw body, without the byte order mark that editors and spreadsheets put before UTF-8 (requests
 * 4.9).
 */
const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;

/** The form that a mail program sends for one-click unsubscribe contains only this (RFC 8058). */
const FORM = 'application/x-www-form-urlencoded';

function readJson(request: PlatformRequest, bytes: Buffer, limits: BodyLimits): PlatformError | null {
  const fault = utf8Fault(bytes, ['body']);
  if (fault) return validationFailed(fault);
  const wide = widthFault(bytes, limits.width ?? (limits.batch === undefined ? BODY_WIDTH : BATCH_WIDTH));
  if (wide) return wide;
  try {
    // A byte order mark is left out.
    const value = bytes.length === 0 ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as unknown);
    // A route that accepts a list declares it.
    if (!isContainer(value) && limits.batch !== 'body') return notAnObject();
    const repeated = repeatedNameFault(bytes, value, ['body']);
    if (repeated) return validationFailed(repeated);
    request.body = value;
  } catch {
    return new PlatformError(CATALOGUE.invalidJson);
  }
  return textError(request, limits);
}

// Validation would refuse more members, so the body is not parsed: 1 MiB of empty objects takes 22
// MiB.
const BODY_WIDTH = { inOnePlace: MAX_MEMBERS, inAll: MAX_VALUES };
// A batch refuses single entries: a thousand records of ten fields, and some more.
const BATCH_WIDTH = { inOnePlace: 5 * MAX_VALUES, inAll: 5 * MAX_VALUES };

const isPlain = (coding = 'identity'): boolean => ['', 'identity'].includes(coding.toLowerCase());

/** A body without a charset is UTF-8 (RFC 8259, section 8.1). */
function isUtf8Charset(contentType = ''): boolean {
  try {
    return (new MIMEType(contentType).params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    // A Content-Type that is not a media type matches no type of this route.
    return false;
  }
}

/** Lone surrogates, which only escapes can produce: no store accepts them. */
function textError({ rawBody, body }: PlatformRequest, { batch }: BodyLimits): PlatformError | null {
  if (!rawBody || !mayHoldSurrogates(rawBody)) return null;
  if (batch === 'body') return null;
  const fault = surrogateFault(batch === undefined ? body : { ...(body as object), [batch]: null });
  return fault && validationFailed(fault);
}

export function bodyLimitsOf(rule: AccessRule | undefined): BodyLimits {
  if (rule?.kind === 'protected') return rule.body ?? DEFAULT_BODY_LIMITS;
  return (rule?.kind === 'public' ? rule.body : undefined) ?? STRANGER_BODY_LIMITS;
}

const isLeftUnread = ({ accessRule: rule, auth }: PlatformRequest): boolean =>
  rule?.kind === 'protected' &&
  auth !== undefined &&
  (rule.unreadOf ?? []).some((scope) => scope === auth.scope);

/**
 * The holder whose share of the budget a body uses: the client, with all its environments and
 * people. A caller without one counts by address.
 */
function holderOf({ auth, caller, ip }: PlatformRequest): BodyHolder {
  const tenant = auth ?? (caller && ownTenant(caller));
  return tenant
    ? { name: `client ${tenant.clientId}`, isStranger: false }
    : { name: `stranger ${doorAddress(ip)}`, isStranger: true };
}

const tooManyChunks = (): PlatformError =>
  new PlatformError(CATALOGUE.contentTooLarge, {
    message:
      'The body arrives in too many chunks. Send it with a Content-Length, or in chunks of 32 bytes or more.',
  });

function tooLarge({ bytes, tooLarge: status = 413 }: BodyLimits): PlatformError {
  const most = `the ${Math.floor(bytes / 1024)} KiB this route accepts`;
  return status === 413
    ? new PlatformError(CATALOGUE.contentTooLarge, { message: `The body is larger than ${most}.` })
    : unprocessable({ loc: ['body'], message: `must not be larger than ${most}`, type: 'too_large' });
}
