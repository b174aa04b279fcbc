import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { eventBody } from '../rules/event-body.policy.js';
import { exampleFacts } from '../rules/event-example.js';
import { DESCRIBED_EVENTS } from '../rules/event-schemas.js';
import type { EventType } from '../rules/vocabulary.js';
import { describeEvents } from './event-types.openapi.js';
import { EventTypeListResponse } from './event-types.response.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

/** webhooks 8.8. */
@Routes('v1/partner/webhooks/event-types', 'Webhooks')
export class EventTypesController {
  @Get()
  @Access({ scopes: PARTNER_ROLES, client: 'query', surface: 'partner' })
  @Operation('Lists the events that webhooks can receive, with the JSON Schema of each body.')
  @Answers(EventTypeListResponse)
  @describeEvents()
  listWebhookEventTypes(@Auth() auth: AuthContext, @Query() _query: ClientChoice): EventTypeListResponse {
    return { items: DESCRIBED_EVENTS.map((it) => ({ ...it, example: exampleOf(auth, it.event_type) })) };
  }
}

const NO_ID = '00000000-0000-4000-8000-000000000000';

function exampleOf({ clientId, dataEnv }: AuthContext, event: EventType): Record<string, unknown> {
  const envelope = {
    eventId: NO_ID,
    event,
    occurredAt: new Date('2026-11-20T01:02:22.000Z'),
    sequence: 0,
    isTest: true,
    clientId,
    dataEnv,
    projectId: 'example-project',
    webhookId: NO_ID,
  };
  return JSON.parse(eventBody(envelope, exampleFacts(event), 'redacted').text) as Record<string, unknown>;
}
