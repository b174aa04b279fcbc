import { createSecretKey, hash, KeyObject } from 'node:crypto';
import { CallHandler, ExecutionContext, Inject, Injectable, Logger, NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { catchError, from, lastValueFrom, mergeMap, Observable } from 'rxjs';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { CATALOGUE } from '../shared/catalogue.js';
import { PlatformError, reasonOf, validationFailed } from '../shared/platform-error.js';
import { DEFAULT_BODY_LIMITS } from '../auth/body-limits.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { MetadataStore } from '../database/metadata/metadata-store.js';
import { readIdempotencyKey } from './idempotency-key.policy.js';
import { IdempotencyRecords, type ReservationResult } from './idempotency-records.js';
import { IDEMPOTENCY_RULE, type IdempotencyRule } from './idempotency-rule.js';
import { addressOf, beginFingerprint } from './fingerprint.js';
import type { Digest, Reservation, StoredResponse } from '../database/unit-of-work/reservation.js';
import { TenantEffects } from './tenant-effects.js';

interface Exchange {
  readonly request: PlatformRequest;
  readonly response: Response;
  readonly rule: IdempotencyRule;
  readonly next: CallHandler;
}

type Reserved = Extract<ReservationResult, { kind: 'reserved' }>;

/**
 * Does the work of a route once per key (requests section 5): after all guards, so that only
 * permitted callers use a key, and before the body is validated.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly logger = new Logger(IdempotencyInterceptor.name);

  private readonly key: KeyObject;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly reflector: Reflector,
    private readonly records: IdempotencyRecords,
    private readonly effects: TenantEffects,
    private readonly metadata: MetadataStore,
  ) {
    this.key = createSecretKey(settings.apiKeys.pepper);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const rule = this.reflector.get<IdempotencyRule | undefined>(IDEMPOTENCY_RULE, context.getHandler());
    if (!rule) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<PlatformRequest>();
    const response = http.getResponse<Response>();
    const key = keyOf(request, rule);
    if (key === null || isDryRun(request, rule)) {
      request.reservation = null;
      return next.handle();
    }
    const exchange = { request, response, rule, next };
    return from(this.reserve(exchange, key)).pipe(
      mergeMap((standing) => {
        if (standing.kind === 'reserved') return this.work(exchange, standing.reservation);
        if (standing.kind === 'in_progress') throw inProgress(rule, standing.retryAfterSeconds);
        // Another process may have done the work, or this one, in a COMMIT without a response yet.
        this.metadata.countChange(request.auth!);
        return from(replay(exchange, standing.answer));
      }),
    );
  }

  /** @throws 422 idempotency_key_reuse when the key belongs to another request */
  private async reserve({ request, response, rule }: Exchange, key: string): Promise<ReservationResult> {
    const { clientId, dataEnv, principal } = request.auth!;
    const record = {
      clientId,
      dataEnv,
      operation: operationOf(request, rule),
      keyHash: hash('sha256', key, 'buffer'),
      actor: rule.resource === undefined ? `${principal.kind} ${principal.id}` : ANYONE,
    };
    const address = addressOf(request.originalUrl, rule);
    const digest = beginFingerprint(this.key, request.method, address, request.get('If-Match'));
    if (!rule.streamed) digest.update(bytesOf(request));
    const fingerprint = rule.streamed ? digest : digest.digest();
    const reserved = await this.records.reserve(record, fingerprint, {
      status: response.statusCode,
      isPlain: rule.plainAnswer ?? false,
      effectIn: rule.effect,
      inProgress: rule.inProgress,
    });
    const standing = reserved.kind === 'reserved' ? await this.unlessDone(request, reserved) : reserved;
    if (standing.kind === 'reserved') return standing;
    const sent = await sentFingerprint(request, fingerprint, standing);
    if (sent && standing.fingerprint && !sent.equals(standing.fingerprint)) {
      throw new PlatformError(CATALOGUE.idempotencyKeyReuse);
    }
    return standing;
  }

  /**
   * A request that takes over a key first looks for the effect of the earlier holder.
   * @throws 503 if that cannot be determined
   */
  private async unlessDone(request: PlatformRequest, reserved: Reserved): Promise<ReservationResult> {
    const { reservation } = reserved;
    if (reservation.grant.effectIn !== 'tenant' || !reservation.isContested) return reserved;
    try {
      return (await this.effects.find(request.auth!, reservation)) ?? reserved;
    } catch (error) {
      await this.release(reservation);
      throw error;
    }
  }

  private work(exchange: Exchange, reservation: Reservation): Observable<unknown> {
    const { request, next } = exchange;
    request.reservation = reservation;
    return next.handle().pipe(
      mergeMap(async (body: unknown) => {
        if (!reservation.isCompleted)
          throw new Error('An idempotent route did not complete its reservation.');
        if (reservation.effect) await this.effects.complete(request.auth!, reservation.effect);
        return body;
      }),
      catchError((error: unknown) => from(this.afterFailure(exchange, reservation, error))),
    );
  }

  /**
   * Returns the response of another request that did the work while this one failed.
   * @throws the error otherwise, and releases the key
   */
  private async afterFailure(exchange: Exchange, reservation: Reservation, error: unknown): Promise<unknown> {
    if (reservation.grant.effectIn === 'tenant' && reservation.isContested) {
      // If this lookup fails, the next request with the key repeats it.
      const done = await this.effects.find(exchange.request.auth!, reservation).catch(() => null);
      const isSame = done && reservation.matches(done.fingerprint);
      if (isSame === false) throw new PlatformError(CATALOGUE.idempotencyKeyReuse);
      if (isSame) return replay(exchange, done.answer);
    }
    await this.release(reservation);
    throw error;
  }

  /** A failed release does no harm: the key is free after its deadline. */
  private async release(reservation: Reservation): Promise<void> {
    try {
      await this.records.release(reservation);
    } catch (error) {
      this.logger.warn({ msg: 'idempotency key not released', reason: reasonOf(error) });
    }
  }
}

function keyOf(request: PlatformRequest, rule: IdempotencyRule): string | null {
  const { idempotency_key: inBody } = (request.body ?? {}) as { idempotency_key?: unknown };
  // Node joins repeated headers with a comma and a space, which no key may contain.
  const reading = readIdempotencyKey(rule, request.get('Idempotency-Key'), inBody);
  if ('error' in reading) throw validationFailed(reading.error);
  return reading.key;
}

const NO_CONTENT = 204;

/** The actor for a key that belongs to a resource. */
const ANYONE = 'anyone';

function operationOf({ params, auth }: PlatformRequest, { operation, resource }: IdempotencyRule): string {
  if (resource === undefined) return operation;
  const place = JSON.stringify([auth!.dataEnv, String(params[resource])]);
  return `${operation} ${hash('sha256', place)}`;
}

const isDryRun = ({ query }: PlatformRequest, { dryRun }: IdempotencyRule): boolean =>
  dryRun !== undefined && query[dryRun] === 'true';

/** The bytes of a body as received; for a raw body, the body itself. */
function bytesOf({ rawBody }: PlatformRequest): Buffer | string {
  return rawBody ?? '';
}

const inProgress = (rule: IdempotencyRule, retryAfterSeconds: number): PlatformError =>
  new PlatformError(rule.inProgress, { retryAfterSeconds });

/**
 * The fingerprint of this request. A streamed body is read completely only if there is one to
 * compare with.
 */
async function sentFingerprint(
  request: PlatformRequest,
  fingerprint: Buffer | Digest,
  standing: ReservationResult,
): Promise<Buffer | null> {
  if (Buffer.isBuffer(fingerprint)) return fingerprint;
  if (standing.kind !== 'completed') return null;
  const { accessRule: rule } = request;
  const { bytes: limit } = (rule?.kind === 'protected' ? rule.body : undefined) ?? DEFAULT_BODY_LIMITS;
  let read = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > limit) throw new PlatformError(CATALOGUE.contentTooLarge);
    fingerprint.update(chunk);
  }
  return fingerprint.digest();
}

async function replay(
  { request, response, rule, next }: Exchange,
  { status, headers, body }: StoredResponse,
): Promise<unknown> {
  await request.limitUse?.end('replay');
  const first = JSON.parse(body) as unknown;
  if (rule.answersReplays) {
    request.reservation = null;
    request.replayed = first;
  }
  const answer = rule.answersReplays ? await lastValueFrom<unknown>(next.handle()) : first;
  response.status(status).setHeader('Idempotent-Replayed', 'true');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return status === NO_CONTENT ? undefined : answer;
}
