import type { CallsFilter, Definition, RouteFigures, Text } from './definition.js';

const contacts = (figure: string, text: Text): Definition => ({ figure, unit: 'contacts', text });

const calls = (name: string, filter: CallsFilter, text: Text): Definition => ({
  figure: `linked_calls.${name}`,
  unit: 'calls',
  calls: () => filter,
  leavesOut: ['long_ago'],
  text,
});

/** The figures of a campaign's report (campaigns section 10). */
export const CAMPAIGN_FIGURES: RouteFigures = {
  route: '/v1/outbound-campaigns/{campaign_id}/report',
  name: 'campaign_report',
  zone: 'none',
  freshness: 'at_once',
  figures: [
    contacts('contact_status_counts[*]', {
      en: 'Contacts of the campaign in this status.',
      de: 'Kontakte der Kampagne in diesem Status.',
    }),
    contacts('callable_counts.callable', {
      en: 'Contacts that may be called.',
      de: 'Kontakte, die angerufen werden dürfen.',
    }),
    contacts('callable_counts.not_callable', {
      en: 'Contacts that may not be called.',
      de: 'Kontakte, die nicht angerufen werden dürfen.',
    }),
    contacts('callable_counts.by_reason[*]', {
      en: 'Contacts that may not be called for this reason; each contact has one.',
      de: 'Kontakte, die aus diesem Grund nicht angerufen werden dürfen; jeder hat einen.',
    }),
    contacts('disposition_counts[*]', {
      en: 'Contacts by how their last call ended.',
      de: 'Kontakte nach dem Ende ihres letzten Anrufs.',
    }),
    contacts('registry_status_counts[*]', {
      en: 'Contacts by their status on the do-not-call register.',
      de: 'Kontakte nach ihrem Status im Sperrregister.',
    }),
    calls('total', {}, { en: 'All calls of the campaign.', de: 'Alle Anrufe der Kampagne.' }),
    calls(
      'completed',
      { status: 'completed' },
      {
        en: 'Calls of the campaign that were answered and have ended.',
        de: 'Anrufe der Kampagne, die angenommen wurden und beendet sind.',
      },
    ),
    calls(
      'missed',
      { status: 'missed' },
      {
        en: 'Calls of the campaign that were busy, not answered or cancelled.',
        de: 'Anrufe der Kampagne, bei denen besetzt war oder die nicht angenommen oder abgebrochen wurden.',
      },
    ),
    calls(
      'failed',
      { status: 'failed' },
      {
        en: 'Calls of the campaign that a fault ended.',
        de: 'Anrufe der Kampagne, die durch einen Fehler endeten.',
      },
    ),
    {
      figure: 'linked_calls.total_duration_seconds',
      unit: 'seconds',
      calls: () => ({ min_duration_seconds: '0' }),
      leavesOut: ['no_duration'],
      text: { en: 'Durations of the calls of the campaign.', de: 'Dauer der Anrufe der Kampagne.' },
    },
    contacts('retry_due_total', {
      en: 'Contacts whose next attempt is due.',
      de: 'Kontakte, deren nächster Versuch fällig ist.',
    }),
  ],
};
