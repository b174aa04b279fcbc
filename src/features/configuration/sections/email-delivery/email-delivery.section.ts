import { defineSection } from '../../rules/sections/section-definition.js';
import { EMAIL_RULES, emailFindings } from './email-delivery.policy.js';
import { EmailDelivery } from './email-delivery.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

// Switched off, because its recipients must first confirm their addresses.
const EXAMPLE: EmailDelivery = {
  enabled: false,
  recipients: [
    {
      address: 'reception@example.com',
      label: 'Reception',
      role: 'to',
      events: ['call_missed', 'callback_requested', 'booking_created'],
      enabled: true,
    },
    { address: 'manager@example.com', role: 'cc', events: ['call_missed'], enabled: true },
  ],
  from_name: 'Front desk assistant',
  reply_to: 'reception@example.com',
  subject_template: '{{project_name}}: {{event}} ({{call_id}})',
  language: 'en-AU',
  include_summary: true,
  include_transcript: 'redacted',
  digest: { mode: 'immediate' },
};

/** GET, PUT /email-delivery and its validation (workspace 1.1, 2.7). */
export const section = defineSection({
  name: 'email-delivery',
  route: 'v1/projects/:project_id/email-delivery',
  title: 'Email delivery',
  schema: EmailDelivery,
  defaults: {
    enabled: false,
    recipients: [],
    from_name: 'Phone assistant',
    subject_template: '{{project_name}}: {{outcome}}',
    language: 'en',
    include_summary: true,
    include_transcript: 'none',
    digest: { mode: 'immediate' },
  },
  example: EXAMPLE,
  read: { scopes: PARTNER_ROLES },
  write: { scopes: ['partner_admin'], method: 'put', path: '', guard: 'optional' },
  validate: { scopes: ['partner_admin'], override: ['partner_admin'] },
  findings: emailFindings,
  rules: EMAIL_RULES,
});
