import { defineSection } from '../../rules/sections/section-definition.js';
import {
  mergeTestingOverrides,
  NO_OVERRIDES,
  TESTING_OVERRIDE_RULES,
  testingOverrideFindings,
} from './testing-overrides.policy.js';
import { SentTestingOverrides, TestingOverrides } from './testing-overrides.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

const EXAMPLE: TestingOverrides = {
  ...NO_OVERRIDES,
  model_id: 'gpt-4.1-mini',
  greeting: 'This is a test of the new assistant.',
  transfer_disabled: true,
  test_numbers: ['+61255501234'],
};

/** GET and PATCH /testing-overrides (workspace 1.1, 2.6). */
export const section = defineSection({
  name: 'testing-overrides',
  route: 'v1/projects/:project_id/testing-overrides',
  title: 'Testing overrides',
  schema: TestingOverrides,
  defaults: NO_OVERRIDES,
  example: EXAMPLE,
  read: { scopes: PARTNER_ROLES, credentials: 'bearer' },
  write: {
    scopes: ['partner_admin'],
    credentials: 'bearer',
    method: 'patch',
    path: '',
    guard: 'optional',
    idempotency: { required: true, minLength: 8 },
    schema: SentTestingOverrides,
    example: { enabled: false },
    merge: (current, sent) => mergeTestingOverrides(current, sent as SentTestingOverrides),
    merges:
      'changes the fields that are sent, at least one. Fields that are left out stay; null resets a field to its unset state. A sent test_numbers replaces the whole list.',
  },
  findings: testingOverrideFindings,
  rules: TESTING_OVERRIDE_RULES,
});
