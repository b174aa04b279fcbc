import { Injectable } from '@nestjs/common';
import { OwnRoutes, type OwnAnswer } from '../../../core/server/own-routes.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { limitedMember } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { CallFilters } from '../../calls/filter/call-filters.service.js';
import { definitionOf, figuresOf } from '../rules/catalogue.js';
import { LEFT_OUT, type Language } from '../rules/definition.js';
import { describe } from '../rules/describe.js';
import { keysOf, valueAt } from '../rules/figure-path.policy.js';
import { asOf, countLeftOut, coveredBy, type Found } from './explained-figure.policy.js';
import { addressOf, statedQuery, type Query } from './explained-query.policy.js';
import type { ExplanationRequest } from './explanations.request.js';
import {
  NOT_VISIBLE,
  type ConditionResponse,
  type ExplainedCallsResponse,
  type ExplanationResponse,
} from './explanations.response.js';

const CALL_LIST = '/v1/calls/list';
const CALLER_MIX = 'caller_mix';

/**
 * Explains figures from the responses of their routes (figures section 2), so it shows nothing that
 * the caller may not see.
 */
@Injectable()
export class ExplanationsService {
  constructor(
    private readonly routes: OwnRoutes,
    private readonly filters: CallFilters,
    private readonly clock: Clock,
  ) {}

  /**
   * @param auths of every client of the caller
   * @throws 422 for a figure that the route does not have, and the route's own errors
   */
  async explain(
    caller: PlatformRequest,
    auths: readonly AuthContext[],
    { route, query: asked, figure, language }: ExplanationRequest,
  ): Promise<ExplanationResponse> {
    const of = figuresOf(route);
    const definition = definitionOf(route, figure);
    if (!of) throw unknown('route', 'must be the route of a definition');
    if (!definition) throw unknown('figure', 'must be a figure of this route; see /v1/definitions');
    const now = this.clock.now();
    const query = inBody(() => statedQuery(of, asked, now));
    const { auth, body } = await this.ask(caller, route, query);
    const keys = keysOf(figure);
    const found: Found = { of, definition, keys, query, body, now };
    const value = valueAt(body, definition.figure, keys);
    if (value === undefined) throw unknown('figure', 'is not in the response of the route');
    const { bounds, calls: list } = coveredBy(found);
    const calls = list && (await this.callsOf(caller, list));
    const said = auths.find(({ clientId }) => of.name === 'home' && clientId === keys[0]) ?? auth;
    return {
      route,
      figure,
      definition: describe(of, definition, language, keys),
      value: typeof value === 'number' ? value : null,
      reason: of.name === CALLER_MIX ? String(valueAt(body, 'caller_mix.reason_code', [])) : null,
      conditions: await this.conditions(said, found, asked),
      bounds: bounds && {
        start_utc: bounds.from.toISOString(),
        end_utc: bounds.to.toISOString(),
        timezone: bounds.timezone,
      },
      counted: countedFor(found, value, calls),
      left_out: leftOut(said, found, value, calls, language),
      freshness: { rule: definition.freshness ?? of.freshness, as_of_utc: asOf(found) },
      calls,
    };
  }

  private async callsOf(caller: PlatformRequest, query: Query): Promise<ExplainedCallsResponse> {
    const { body } = await this.ask(caller, CALL_LIST, { ...query, page_size: '1' });
    return { route: CALL_LIST, query, total: Number(valueAt(body, 'pagination.total_records', [])) };
  }

  private async ask(caller: PlatformRequest, route: string, query: Query): Promise<OwnAnswer> {
    try {
      return await this.routes.get(caller, addressOf(route, query));
    } catch (refusal) {
      throw ofBody(refusal);
    }
  }

  /** Conditions from the request, then from the role, then from rules of the client or project. */
  private async conditions(auth: AuthContext, { of }: Found, asked: Query): Promise<ConditionResponse[]> {
    const conditions: ConditionResponse[] = Object.entries(asked).map(([field, value]) => ({
      field,
      value,
      source: 'asked',
    }));
    const byRole = (field: string, value: string): void => {
      if (asked[field] === undefined) conditions.push({ field, value, source: 'role' });
    };
    byRole('role', auth.scope);
    byRole('client_id', auth.clientId);
    byRole('data_env', auth.dataEnv);
    if (isOfAssigned(auth, of.zone)) byRole('project_id', 'assigned');
    const { caller, project_id: projectId } = asked;
    if (caller !== undefined && of.zone === 'range') {
      const permitted = await this.filters.permittedCaller(auth, caller, projectId);
      if (permitted !== caller) conditions.push({ field: 'caller', value: permitted, source: 'governance' });
    }
    return conditions;
  }
}

/** Whether the figure covers only the projects that the person is assigned to. */
const isOfAssigned = (auth: AuthContext, zone: string): boolean =>
  zone === 'range' && limitedMember(auth) !== null;

function countedFor({ of, definition }: Found, value: unknown, calls: ExplainedCallsResponse | null) {
  if (of.name === CALLER_MIX || typeof value !== 'number') return null;
  return definition.unit === 'calls' ? value : (calls?.total ?? null);
}

function leftOut(
  auth: AuthContext,
  found: Found,
  value: unknown,
  calls: ExplainedCallsResponse | null,
  language: Language,
): ExplanationResponse['left_out'] {
  const { of, definition, query } = found;
  const counts = (definition.leavesOut ?? []).map((reason) => ({
    reason,
    text: LEFT_OUT[reason][language],
    count: countLeftOut(reason, found, value, calls?.total ?? null),
  }));
  if (!isOfAssigned(auth, of.zone) || query['project_id'] !== undefined) return counts;
  return [
    ...counts,
    { reason: 'other_projects', text: LEFT_OUT.other_projects[language], count: NOT_VISIBLE },
  ];
}

const unknown = (field: string, message: string): PlatformError =>
  unprocessable({ loc: ['body', field], message, type: `${field}_unknown` });

function inBody<T>(work: () => T): T {
  try {
    return work();
  } catch (refusal) {
    throw ofBody(refusal);
  }
}

/** Errors about a parameter name its location in this request's body. */
function ofBody(refusal: unknown): unknown {
  if (!(refusal instanceof PlatformError) || refusal.fields.length === 0) return refusal;
  const { entry, message, fields, retryAfterSeconds, store, cause } = refusal;
  return new PlatformError(entry, {
    message,
    fields: fields.map(({ loc: [, ...path], ...fault }) => ({ ...fault, loc: ['body', 'query', ...path] })),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(store !== undefined && { store }),
    cause,
  });
}
