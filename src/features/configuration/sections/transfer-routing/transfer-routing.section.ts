import { defineSection } from '../../rules/sections/section-definition.js';
import { TRANSFER_ROUTING_RULES, transferRoutingFindings } from './transfer-routing.policy.js';
import {
  CustomerDestination,
  customerDestinationsVersion,
  SentTransferRouting,
  TransferRouting,
} from './transfer-routing.schema.js';
import { TransferTestController } from './transfer-test.controller.js';
import { TransferTestService } from './transfer-test.service.js';
import { INTERNAL_ROLES, PARTNER_ROLES } from '../../../../core/shared/roles.js';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

const EXAMPLE: TransferRouting = {
  enabled: true,
  customer_destinations_version: 1,
  customer_destinations: [
    {
      destination_id: 'front-desk',
      label: 'Front desk',
      type: 'phone',
      phone_number: '+61255501234',
      mode: 'warm',
      priority: 10,
      enabled: true,
      business_hours: WEEKDAYS.map((day) => ({ day, opens: '08:30', closes: '17:30' })),
      overflow_destination_id: 'answering-service',
    },
    {
      destination_id: 'answering-service',
      label: 'Answering service',
      type: 'sip',
      sip_uri: 'sip:overflow@pbx.example.com;transport=tls',
      mode: 'cold',
      priority: 20,
      enabled: true,
    },
  ],
  default_destination_id: 'front-desk',
  triggers: {
    caller_requests_human: true,
    failed_turns: 3,
    intents: [{ intent_id: 'billing', keywords: ['invoice', 'refund'], destination_id: 'front-desk' }],
  },
  attempts: { max_attempts: 2, ring_timeout_seconds: 25, total_timeout_seconds: 60 },
  announcements: {
    caller: 'One moment, I will put you through.',
    whisper: 'A caller from the phone assistant is on the line.',
    hold_music: true,
  },
  fallback: {
    action: 'callback',
    message: 'All our people are busy right now. We will call you back.',
    callback_within_minutes: 120,
  },
};

/** GET /transfer-routing, its draft, validation and test (workspace 1.1, 2.1, 2.2, 2.3). */
export const section = defineSection({
  name: 'transfer-routing',
  route: 'v1/projects/:project_id/transfer-routing',
  title: 'Transfer routing',
  schema: TransferRouting,
  parts: { CustomerDestination },
  defaults: {
    enabled: false,
    customer_destinations_version: 0,
    customer_destinations: [],
    triggers: { caller_requests_human: true, failed_turns: 0, intents: [] },
    attempts: { max_attempts: 2, ring_timeout_seconds: 30, total_timeout_seconds: 90 },
    announcements: { hold_music: true },
    fallback: { action: 'hang_up' },
  },
  example: EXAMPLE,
  read: { scopes: [...PARTNER_ROLES, ...INTERNAL_ROLES] },
  write: {
    scopes: ['partner_admin'],
    method: 'put',
    path: 'draft',
    guard: 'if_match',
    schema: SentTransferRouting,
    part: {
      field: 'customer_destinations_version',
      schema: customerDestinationsVersion,
      of: ({ customer_destinations_version }) => customer_destinations_version,
      counted: ({ customer_destinations }) => customer_destinations,
    },
  },
  validate: { scopes: ['partner_admin'] },
  findings: transferRoutingFindings,
  rules: TRANSFER_ROUTING_RULES,
  controllers: [TransferTestController],
  providers: [TransferTestService],
});
