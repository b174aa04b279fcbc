import { describe, expect, it } from 'vitest';
import { UNPROVEN, type AuthContext } from '../../../../core/shared/auth-context.js';
import { CALL_ACTIONS } from '../../calls.audit.js';
import { auditThrottled, isRefusedBeforeLimit } from './throttling.policy.js';

const V1 = {
  project_id: 'acme-front-desk-aaaaaa',
  profile: 'portal_business_v1',
  timezone: 'Australia/Sydney',
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
};

const authOf = (scope: AuthContext['scope']): AuthContext => ({
  clientId: 'acme',
  dataEnv: 'prod',
  scope,
  principal: { kind: 'bearer', id: 'user-1', organisationId: null, ...UNPROVEN },
});

describe('the limit of exports', () => {
  // calls-export 3.1
  it.each<[string, AuthContext['scope'], unknown, boolean]>([
    ['an export in order', 'client_admin', V1, false],
    ['a project that may not exist', 'client_staff', { ...V1, project_id: 'absent' }, false],
    ['no body', 'client_admin', undefined, true],
    ['an opt-in that is not a boolean', 'client_admin', { ...V1, include_caller_info: 'no' }, true],
    ['a scope that cannot export', 'partner_user', V1, true],
    ['no project', 'client_admin', { ...V1, project_id: ' ' }, true],
    ['an opt-in of a manager', 'client_manager', { ...V1, include_caller_info: true }, true],
    ['options that do not go together', 'client_admin', { ...V1, columns: [] }, true],
  ])('comes after the refusal of %s for %s: %j', (_, scope, body, isRefused) => {
    expect(isRefusedBeforeLimit(authOf(scope), body)).toBe(isRefused);
  });

  it('is audited as a failure, with what was selected', () => {
    expect(auditThrottled(CALL_ACTIONS.exported)(V1)).toMatchObject({
      action: 'call_export',
      outcome: 'failed',
      metadata: {
        profile: 'portal_business_v1',
        selected_include_caller_info: false,
        code: 'EXPORT_THROTTLED',
        failure_reason: 'export_throttled',
      },
    });
  });
});
