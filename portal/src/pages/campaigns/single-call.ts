import type { SingleDispatchRequest } from '../../api/generated';

/** Values of the form of a single call. */
export interface Values {
  readonly project_id: string;
  readonly to_number: string;
  readonly call_type: SingleDispatchRequest['call_type'];
  readonly external_contact_id: string;
  readonly recipient_timezone: string;
  readonly recipient_subdivision: string;
  readonly consent_type: string;
  readonly consent_source: string;
  readonly prevent_after_hours: boolean;
  readonly check_public_holiday: boolean;
  readonly consent_required: boolean;
  readonly cli_return_number: string;
  readonly cli_employer_name: string;
  readonly cli_authorizer_name: string;
  readonly cli_call_purpose: string;
}

export const TEXTS = [
  'external_contact_id',
  'recipient_timezone',
  'recipient_subdivision',
  'consent_type',
  'consent_source',
] as const;
export const TRUTHS = ['prevent_after_hours', 'check_public_holiday', 'consent_required'] as const;
export const CALLER = [
  'cli_return_number',
  'cli_employer_name',
  'cli_authorizer_name',
  'cli_call_purpose',
] as const;

export const firstValues = (projectId: string): Values => ({
  project_id: projectId,
  to_number: '',
  call_type: 'service',
  external_contact_id: '',
  recipient_timezone: '',
  recipient_subdivision: '',
  consent_type: '',
  consent_source: '',
  prevent_after_hours: true,
  check_public_holiday: true,
  consent_required: false,
  cli_return_number: '',
  cli_employer_name: '',
  cli_authorizer_name: '',
  cli_call_purpose: '',
});

/** The request: what is left empty is left out. */
export const bodyOf = (it: Values): SingleDispatchRequest => ({
  project_id: it.project_id,
  to_number: it.to_number,
  call_type: it.call_type,
  ...Object.fromEntries(
    TEXTS.filter((name) => it[name].trim() !== '').map((name) => [name, it[name].trim()]),
  ),
  compliance: {
    prevent_after_hours: it.prevent_after_hours,
    check_public_holiday: it.check_public_holiday,
    consent_required: it.consent_required,
    ...Object.fromEntries(
      CALLER.filter((name) => it[name].trim() !== '').map((name) => [name, it[name].trim()]),
    ),
  },
});
