/** A contact as it is sent, with every field that most campaigns have. */
export type BenchContact = Readonly<Record<(typeof CONTACT_COLUMNS)[number], string>>;

export const CONTACT_COLUMNS = [
  ...(['to_number', 'external_contact_id', 'recipient_timezone', 'recipient_country'] as const),
  ...([
    'recipient_subdivision',
    'registry_status',
    'registry_checked_at_utc',
    'registry_valid_until_utc',
  ] as const),
  ...(['consent_type', 'consent_source', 'consent_given_at_utc', 'consent_evidence_reference'] as const),
  ...(['first_name', 'clinic'] as const),
] as const;

/** Values of personalization that are sealed together. */
export const PERSONALIZED = ['clinic', 'first_name'] as const;

export const contactsOf = (count: number): BenchContact[] =>
  Array.from({ length: count }, (_, index) => ({
    to_number: `+6149157${String(index).padStart(4, '0')}`,
    external_contact_id: `contact-${index}`,
    recipient_timezone: 'Australia/Sydney',
    recipient_country: 'AU',
    recipient_subdivision: 'AU-NSW',
    registry_status: 'not_listed',
    registry_checked_at_utc: '2026-11-20T00:00:00Z',
    registry_valid_until_utc: '2026-12-20T00:00:00Z',
    consent_type: 'express',
    consent_source: 'web form',
    consent_given_at_utc: '2026-11-01T00:00:00Z',
    consent_evidence_reference: `form-${index}`,
    first_name: `Name ${index}`,
    clinic: 'North',
  }));

export const jsonOf = (contacts: readonly BenchContact[]): string =>
  JSON.stringify({ source_id: 'bench', batch_id: 'bench', contacts });

/** No value of the benchmark needs quotes. */
export const csvOf = (contacts: readonly BenchContact[]): string =>
  [CONTACT_COLUMNS.join(','), ...contacts.map((it) => Object.values(it).join(',')), ''].join('\r\n');
