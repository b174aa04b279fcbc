import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { CATALOGUE } from '../shared/catalogue.js';
import { PlatformError } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { MetadataStore } from '../database/metadata/metadata-store.js';
import { tenantKey, type AuthContext } from '../shared/auth-context.js';
import { KeyedLimiter } from '../shared/keyed-limiter.js';
import { limitMessage } from './limit-message.policy.js';
import { LimitUse } from './limit-use.js';
import { RATE_LIMIT_RULE, type CountedWithin, type RateLimitRule } from './rate-limit.decorator.js';
import { RateLimiter, subjectsOf, type LimitState, type Subjects } from './rate-limiter.js';

// Refusals of a tenant are audited one at a time: hundreds at once would use up the connections of
// others.
const AUDITS_AT_ONCE = 1;

/** Counts requests of routes with @RateLimit, after the guards that answer 401 and 404. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly audits = new KeyedLimiter({ perKey: AUDITS_AT_ONCE });

  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly metadata: MetadataStore,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = this.reflector.get<RateLimitRule | undefined>(RATE_LIMIT_RULE, context.getHandler());
    return rule === undefined || this.count(context, rule);
  }

  private async count(context: ExecutionContext, rule: RateLimitRule): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<PlatformRequest>();
    const response = http.getResponse<Response>();
    const operation = rule.operation ?? `${context.getClass().name}.${context.getHandler().name}`;
    const { auth } = request;
    // Windows count callers in a tenant; addresses are counted by public doors.
    if (!auth) throw new Error(`${operation} has no authenticated caller; limit it by address.`);
    if (rule.skip?.(auth, request.body)) return true;
    const subjects = subjectsIn(auth, request, rule.within);
    const state = await this.limiter.take(auth, subjects, operation, rule.windows);
    for (const [name, value] of state.headers) response.append(name, value);
    if (state.retryAfterSeconds > 0) await this.refuse(request, { ...rule, operation }, state);
    request.limitUse = new LimitUse(response, rule.givenBack, () => this.limiter.giveBack(state));
    return true;
  }

  private async refuse(
    { auth, body }: PlatformRequest,
    { answer = CATALOGUE.rateLimited, message = limitMessage, audit, windows, operation = '' }: RateLimitRule,
    { retryAfterSeconds, fullWindows }: LimitState,
  ): Promise<never> {
    if (auth && audit)
      await this.audits.run(tenantKey(auth), () => this.metadata.recordAudit(auth, audit(body)));
    throw new PlatformError(answer, {
      retryAfterSeconds,
      message: message(fullWindows, windows),
      ...(answer.nestsDetails && { blockFacts: { operation } }),
    });
  }
}

function subjectsIn(auth: AuthContext, { params }: PlatformRequest, within: CountedWithin): Subjects {
  const { project_id: project, call_id: call } = params;
  return {
    ...subjectsOf(auth, within, typeof call === 'string' ? call : undefined),
    ...(typeof project === 'string' ? { project: [auth.clientId, auth.dataEnv, project] } : {}),
  };
}
