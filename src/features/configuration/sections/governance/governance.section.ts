import { defineSection } from '../../rules/sections/section-definition.js';
import { GOVERNANCE_RULES, governanceFindings } from './governance.policy.js';
import { Governance } from './governance.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

/** No rules: the tenant's own policy applies, nothing is recorded and callers are not asked. */
const DEFAULTS: Governance = {
  retention: { transcript_retention_days: null, audio_retention: null },
  recording: { enabled: false, announcement_text: null },
  consent: {
    require_express_consent: false,
    script: null,
    expires_after_days: null,
    on_decline: 'continue_without_recording',
  },
  secondary_reuse: null,
  pii_permissions: null,
};

const EXAMPLE: Governance = {
  retention: { transcript_retention_days: 90, audio_retention: 'enabled' },
  recording: { enabled: true, announcement_text: 'This call is recorded to improve our service.' },
  consent: {
    require_express_consent: true,
    script: 'May we keep a transcript of this call? Please say yes or no.',
    expires_after_days: 90,
    on_decline: 'continue_without_recording',
  },
  secondary_reuse: 'denied',
  pii_permissions: { client_admin: ['raw_caller', 'summary', 'transcript'], client_manager: ['summary'] },
};

export const section = defineSection({
  name: 'governance',
  route: 'v1/projects/:project_id/governance',
  title: 'Governance',
  schema: Governance,
  defaults: DEFAULTS,
  example: EXAMPLE,
  read: { scopes: PARTNER_ROLES, credentials: 'bearer' },
  write: {
    scopes: ['partner_admin'],
    credentials: 'bearer',
    method: 'put',
    path: 'draft',
    guard: 'optional',
    idempotency: { required: true },
  },
  validate: {
    scopes: ['partner_admin'],
    credentials: 'bearer',
    override: ['partner_admin'],
    idempotency: { required: true },
  },
  findings: governanceFindings,
  rules: GOVERNANCE_RULES,
});
