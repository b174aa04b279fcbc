const OCTOBER = {
  project_id: 'acme-dental-front-desk-k3vq72',
  start_date: '2026-10-01',
  end_date: '2026-10-31',
};
const NOTHING_SENSITIVE = {
  include_caller_info: false,
  include_transcript_text: false,
  include_audio_links: false,
};

/** An example body for each profile: fields of one profile are refused with another. */
export const EXAMPLES = {
  portal_business_v1: {
    value: {
      ...OCTOBER,
      profile: 'portal_business_v1',
      timezone: 'Australia/Sydney',
      ...NOTHING_SENSITIVE,
    },
  },
  portal_business_v2: {
    value: {
      ...OCTOBER,
      profile: 'portal_business_v2',
      timezone: 'Australia/Sydney',
      ...NOTHING_SENSITIVE,
      include_transcript_text: true,
    },
  },
  portal_business_v3: {
    value: {
      ...OCTOBER,
      profile: 'portal_business_v3',
      timezone: 'Australia/Sydney',
      columns: ['call_started_at', 'caller', 'summary'],
      redact_personal_information: true,
      ...NOTHING_SENSITIVE,
    },
  },
  legacy: { value: { ...OCTOBER, ...NOTHING_SENSITIVE } },
};
