import type { SectionName } from '../../../address/project-places';

/**
 * A titled part of a form: fields of the section by their paths. A single object shows its fields.
 */
export interface Group {
  readonly name: string;
  readonly fields: readonly string[];
}

export interface Layout {
  readonly main: readonly Group[];
  /** Shown next to the main groups if there is room. */
  readonly side?: readonly Group[];
}

const group = (name: string, ...fields: readonly string[]): Group => ({
  name,
  fields: fields.length > 0 ? fields : [name],
});

/** The groups of each section. */
export const LAYOUTS: Readonly<Record<SectionName, Layout>> = {
  assistant: {
    main: [
      group('prompt'),
      group('greeting', 'first_speaker', 'greeting'),
      group('variables'),
      group('knowledge', 'knowledge', 'knowledge_build_id'),
      group('escalation_rules'),
      group('end_call_rules'),
      group('tools'),
    ],
    side: [
      group('voice', 'languages', 'voice_id'),
      group('persona'),
      group('interruption'),
      group('silence'),
      group('inbound_numbers'),
    ],
  },
  'llm-policy': { main: [group('primary'), group('secondary'), group('fallback'), group('failover')] },
  'provider-configuration': {
    main: [
      group('stt'),
      group('tts'),
      group('llm'),
      group('telephony'),
      group('latency'),
      group('answering_machine_detection'),
    ],
  },
  'transfer-routing': {
    main: [
      group('transfer', 'enabled', 'default_destination_id'),
      group('customer_destinations'),
      group('triggers'),
    ],
    side: [group('attempts'), group('announcements'), group('fallback')],
  },
  'plugin-configuration': { main: [group('plugins')] },
  booking: {
    main: [
      group('booking', 'enabled', 'ask_for'),
      group('services'),
      group('weekly_hours', 'weekly_hours', 'closed_dates'),
    ],
    side: [group('slots'), group('confirmation'), group('changes'), group('calendar')],
  },
  'identity-verification': {
    main: [
      group('verification', 'enabled', 'applies_to', 'required_matches', 'max_total_attempts'),
      group('steps'),
    ],
    side: [group('on_failure'), group('lockout')],
  },
  'email-delivery': {
    main: [
      group('delivery', 'enabled', 'digest'),
      group('recipients'),
      group(
        'message',
        'from_name',
        'reply_to',
        'subject_template',
        'language',
        'include_summary',
        'include_transcript',
      ),
    ],
  },
  governance: {
    main: [group('recording'), group('consent'), group('pii_permissions')],
    side: [
      group('retention', 'retention', 'secondary_reuse'),
      group('release', 'conversation_tests', 'release_approval'),
    ],
  },
  'dashboard-metadata': {
    main: [
      group('dashboard', 'display_name', 'timezone', 'description', 'colour', 'icon', 'tags'),
      group('labels'),
      group('business_hours'),
    ],
  },
  'testing-overrides': {
    main: [
      group('overrides', 'enabled', 'expires_at_utc', 'test_numbers'),
      group('instead', 'model_id', 'voice_id', 'greeting', 'transfer_disabled'),
    ],
  },
};
