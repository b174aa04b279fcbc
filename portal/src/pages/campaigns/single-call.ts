import type { SingleDispatchRequest } from '../../api/generated';
import { instantOf } from './settings/local-time';

/**
 * Fields about the person, the register and the consent, as the route names them: optional, each of
 * one kind.
 */
const KINDS = {
  external_contact_id: 'text',
  recipient_timezone: 'text',
  recipient_country: 'text',
  recipient_subdivision: 'text',
  registry_status: 'status',
  registry_checked_at_utc: 'time',
  registry_valid_until_utc: 'time',
  registry_result_code: 'text',
  registry_vendor: 'text',
  registry_ruleset_id: 'text',
  consent_type: 'text',
  consent_source: 'text',
  consent_given_at_utc: 'time',
  consent_expires_at_utc: 'time',
  consent_withdrawn_at_utc: 'time',
  consent_evidence_reference: 'text',
  exemption_type: 'text',
} as const satisfies Partial<Record<keyof SingleDispatchRequest, 'text' | 'time' | 'status'>>;
export type FieldName = keyof typeof KINDS;
export const kindOf = (name: FieldName): 'text' | 'time' | 'status' => KINDS[name];

/** In which part of the form each of them stands. */
export const GROUPS = {
  person: ['external_contact_id', 'recipient_timezone', 'recipient_country', 'recipient_subdivision'],
  registry: [
    'registry_status',
    'registry_checked_at_utc',
    'registry_valid_until_utc',
    'registry_result_code',
    'registry_vendor',
    'registry_ruleset_id',
  ],
  consent: [
    'consent_type',
    'consent_source',
    'consent_given_at_utc',
    'consent_expires_at_utc',
    'consent_withdrawn_at_utc',
    'consent_evidence_reference',
    'exemption_type',
  ],
  data: [],
} as const satisfies Record<string, readonly FieldName[]>;
export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

export const TRUTHS = [
  'prevent_after_hours',
  'check_public_holiday',
  'registry_wash_required',
  'consent_required',
] as const;
export const CALLER = [
  'cli_return_number',
  'cli_employer_name',
  'cli_authorizer_name',
  'cli_call_purpose',
] as const;

/** One line of the data that the assistant is told. */
export interface Told {
  readonly name: string;
  readonly value: string;
}

/** Values of the form of a single call. */
export type Values = Readonly<
  Record<FieldName | (typeof CALLER)[number], string> &
    Record<(typeof TRUTHS)[number] | 'exemption_verified', boolean>
> & {
  readonly project_id: string;
  readonly to_number: string;
  readonly call_type: SingleDispatchRequest['call_type'];
  readonly personalization: readonly Told[];
};

export const firstValues = (projectId: string): Values => ({
  project_id: projectId,
  to_number: '',
  call_type: 'service',
  external_contact_id: '',
  recipient_timezone: '',
  recipient_country: '',
  recipient_subdivision: '',
  registry_status: '',
  registry_checked_at_utc: '',
  registry_valid_until_utc: '',
  registry_result_code: '',
  registry_vendor: '',
  registry_ruleset_id: '',
  consent_type: '',
  consent_source: '',
  consent_given_at_utc: '',
  consent_expires_at_utc: '',
  consent_withdrawn_at_utc: '',
  consent_evidence_reference: '',
  exemption_type: '',
  exemption_verified: false,
  personalization: [],
  prevent_after_hours: true,
  check_public_holiday: true,
  registry_wash_required: false,
  consent_required: false,
  cli_return_number: '',
  cli_employer_name: '',
  cli_authorizer_name: '',
  cli_call_purpose: '',
});

const FIELDS = Object.keys(KINDS) as FieldName[];

function sentOf(it: Values, name: FieldName): string | null {
  return kindOf(name) === 'time' ? instantOf(it[name]) : it[name].trim();
}

/** The request: what is left empty is left out. */
export const bodyOf = (it: Values): SingleDispatchRequest => ({
  project_id: it.project_id,
  to_number: it.to_number,
  call_type: it.call_type,
  ...Object.fromEntries(
    FIELDS.flatMap((name) => {
      const sent = sentOf(it, name);
      return sent ? [[name, sent] as const] : [];
    }),
  ),
  ...(it.exemption_type.trim() && { exemption_verified: it.exemption_verified }),
  personalization: Object.fromEntries(
    it.personalization.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]),
  ),
  compliance: {
    ...Object.fromEntries(TRUTHS.map((name) => [name, it[name]])),
    ...Object.fromEntries(
      CALLER.filter((name) => it[name].trim() !== '').map((name) => [name, it[name].trim()]),
    ),
  },
});
