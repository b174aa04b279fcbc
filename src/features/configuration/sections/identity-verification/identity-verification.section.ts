import { defineSection } from '../../rules/sections/section-definition.js';
import { IDENTITY_RULES, identityFindings } from './identity-verification.policy.js';
import { IdentityVerification } from './identity-verification.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

const EXAMPLE: IdentityVerification = {
  enabled: true,
  applies_to: ['inbound'],
  steps: [
    { step_id: 'account', kind: 'account_number', required: true, attempts: 2, match: 'last_four' },
    {
      step_id: 'birth-date',
      kind: 'date_of_birth',
      required: false,
      attempts: 2,
      match: 'exact',
      prompt: 'And your date of birth, please?',
    },
    {
      step_id: 'code',
      kind: 'one_time_code',
      required: false,
      attempts: 3,
      match: 'exact',
      one_time_code: { channel: 'sms', digits: 6, expires_in_seconds: 300 },
    },
  ],
  required_matches: 2,
  max_total_attempts: 5,
  on_failure: { action: 'end_call', message: 'I could not confirm who you are. Please call our office.' },
  lockout: { failed_calls: 3, minutes: 60 },
};

/** GET, PUT /identity-verification and its validation (workspace 1.1). */
export const section = defineSection({
  name: 'identity-verification',
  route: 'v1/projects/:project_id/identity-verification',
  title: 'Identity verification',
  schema: IdentityVerification,
  defaults: {
    enabled: false,
    applies_to: ['inbound'],
    steps: [],
    required_matches: 1,
    max_total_attempts: 5,
    on_failure: { action: 'end_call' },
  },
  example: EXAMPLE,
  read: { scopes: PARTNER_ROLES },
  write: { scopes: ['partner_admin'], method: 'put', path: '', guard: 'optional' },
  validate: { scopes: ['partner_admin'], override: ['partner_admin'] },
  findings: identityFindings,
  rules: IDENTITY_RULES,
});
