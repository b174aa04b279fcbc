import type { SingleDispatchRequest } from '../../../api/generated';
import { instantOf } from '../../../forms/local-time';

type Kind = 'text' | 'time' | 'status';

/**
 * Fields about the person, the register and the consent, as the route names them: optional, in the
 * parts of the form.
 */
const FIELDS = {
  person: {
    external_contact_id: 'text',
    recipient_timezone: 'text',
    recipient_country: 'text',
    recipient_subdivision: 'text',
  },
  registry: {
    registry_status: 'status',
    registry_checked_at_utc: 'time',
    registry_valid_until_utc: 'time',
    registry_result_code: 'text',
    registry_vendor: 'text',
    registry_ruleset_id: 'text',
  },
  consent: {
    consent_type: 'text',
    consent_source: 'text',
    consent_given_at_utc: 'time',
    consent_expires_at_utc: 'time',
    consent_withdrawn_at_utc: 'time',
    consent_evidence_reference: 'text',
    exemption_type: 'text',
  },
  data: {},
} as const satisfies Record<string, Partial<Record<keyof SingleDispatchRequest, Kind>>>;
export type Group = keyof typeof FIELDS;
export type FieldName = { [G in Group]: keyof (typeof FIELDS)[G] }[Group];

export const GROUP_NAMES = Object.keys(FIELDS) as Group[];
export const fieldsOf = (group: Group): FieldName[] => Object.keys(FIELDS[group]) as FieldName[];
export const FIELD_NAMES = GROUP_NAMES.flatMap(fieldsOf);

const KINDS: Readonly<Record<FieldName, Kind>> = { ...FIELDS.person, ...FIELDS.registry, ...FIELDS.consent };
export const kindOf = (name: FieldName): Kind => KINDS[name];

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

/** One line of the data for the assistant. */
export interface PersonalValue {
  readonly name: string;
  readonly value: string;
}

export type Values = Readonly<
  Record<FieldName | (typeof CALLER)[number], string> &
    Record<(typeof TRUTHS)[number] | 'exemption_verified', boolean>
> & {
  readonly project_id: string;
  readonly to_number: string;
  readonly call_type: SingleDispatchRequest['call_type'];
  readonly personalization: readonly PersonalValue[];
};

const empty = <Name extends string>(names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;

export const firstValues = (projectId: string): Values => ({
  project_id: projectId,
  to_number: '',
  call_type: 'service',
  ...empty(FIELD_NAMES),
  ...empty(CALLER),
  exemption_verified: false,
  personalization: [],
  prevent_after_hours: true,
  check_public_holiday: true,
  registry_wash_required: false,
  consent_required: false,
});

function sentOf(it: Values, name: FieldName): string | null {
  return kindOf(name) === 'time' ? instantOf(it[name]) : it[name].trim();
}

/** The request; empty fields are left out. */
export const bodyOf = (it: Values): SingleDispatchRequest => ({
  project_id: it.project_id,
  to_number: it.to_number,
  call_type: it.call_type,
  ...Object.fromEntries(
    FIELD_NAMES.flatMap((name) => {
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
