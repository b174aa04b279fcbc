import type { Campaign } from '../vocabulary';

type Rules = Pick<Campaign, 'personalization' | 'compliance'>;

/** The columns that a campaign's rules require, with an example value of each (campaigns 4.5). */
export function exampleOf({ personalization, compliance }: Rules, now = new Date(0)): Record<string, string> {
  const keepsHours = compliance.prevent_after_hours || compliance.check_public_holiday;
  return {
    // Reserved for fiction, so that an example calls no person.
    to_number: '+61491570156',
    external_contact_id: 'contact-1',
    ...Object.fromEntries(personalization.allowed_keys.map((name) => [name, 'example'])),
    ...(compliance.consent_required && {
      consent_type: 'express',
      consent_source: 'web_form',
      consent_given_at_utc: `${now.toISOString().slice(0, 10)}T00:00:00Z`,
    }),
    ...(keepsHours && { recipient_country: 'AU', recipient_subdivision: 'AU-NSW' }),
  };
}

/** A file of these columns and one row, to be filled in. */
export function exampleFile(rules: Rules, now: Date): string {
  const example = exampleOf(rules, now);
  return `${Object.keys(example).join(',')}\r\n${Object.values(example).join(',')}\r\n`;
}
