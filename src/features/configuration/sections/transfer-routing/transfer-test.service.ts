import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { unprocessable } from '../../../../core/shared/platform-error.js';
import { Clock } from '../../../../core/time/clock.js';
import { readInstant } from '../../../../core/time/iso-date-time.policy.js';
import { localIso } from '../../../../core/time/wall-clock.policy.js';
import { effectiveSection } from '../../rules/sections/effective-configuration.policy.js';
import { ProjectConfigurations } from '../../lookup/project-configurations.service.js';
import { SectionRegistry } from '../../lookup/section-registry.js';
import { matchTrigger, resolveTransfer } from './transfer-resolution.policy.js';
import type { TransferRouting } from './transfer-routing.schema.js';
import { TransferTestRequest } from './transfer-test.request.js';
import { TransferTestResponse } from './transfer-test.response.js';

/**
 * Shows what a transfer would do with the saved configuration; places no call and saves nothing.
 */
@Injectable()
export class TransferTestService {
  constructor(
    private readonly configurations: ProjectConfigurations,
    private readonly registry: SectionRegistry,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 404 for an unknown project, 422 for an unknown destination or a time that cannot be
   *   read
   */
  async test(
    auth: AuthContext,
    projectId: string,
    request: TransferTestRequest,
  ): Promise<TransferTestResponse> {
    const at = this.instantOf(request.at_utc ?? null);
    const state = await this.configurations.load(auth, projectId);
    const { source, configuration } = effectiveSection(this.registry.find('transfer-routing')!, state);
    const routing = configuration as unknown as TransferRouting;
    const { destination_id: requested } = request;
    const intent = request.caller_intent ?? null;
    if (!routing.customer_destinations.some(({ destination_id }) => destination_id === requested)) {
      throw unprocessable({
        loc: ['body', 'destination_id'],
        message: 'must be a destination of the project',
        type: 'destination_unknown',
      });
    }
    const { timezone } = state.project;
    const { steps, ...resolved } = resolveTransfer(routing, requested, { instantMs: at.getTime(), timezone });
    return {
      project_id: projectId,
      source,
      evaluated_at_utc: at.toISOString(),
      local_time: localIso(at.getTime(), timezone),
      timezone,
      ...resolved,
      steps: steps.map(({ next_opens_at: opening, ...step }) => ({
        ...step,
        next_opens_at_utc: opening === null ? null : new Date(opening).toISOString(),
      })),
      trigger: intent === null ? null : matchTrigger(routing, intent),
    };
  }

  private instantOf(text: string | null): Date {
    const at = text === null ? this.clock.now() : readInstant(text);
    if (at !== null) return at;
    throw unprocessable({
      loc: ['body', 'at_utc'],
      message: 'must be an ISO 8601 date-time with its zone, such as 2026-11-23T02:30:00Z',
      type: 'datetime_format',
    });
  }
}
