/** The filters of the list route that take one value of a few. */
export const CHOICES = {
  status: ['queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed'],
  primary_outcome: [
    'resolved',
    'transferred',
    'follow_up_required',
    'abandoned',
    'caller_hangup',
    'timeout',
    'technical_failure',
    'unclassified',
  ],
  sentiment: ['positive', 'neutral', 'upset', 'unclassified'],
  direction: ['inbound', 'outbound'],
  channel: ['phone', 'web', 'sip'],
} as const;

/** Those that take what is typed. */
export const TYPED = [
  'search',
  'caller',
  'agent',
  'campaign_id',
  'min_duration_seconds',
  'max_duration_seconds',
] as const;

export const FILTERS = [...Object.keys(CHOICES), ...TYPED, 'human_escalation'];

export type Search = Readonly<Record<string, string | undefined>>;

const NUMBERS = new Set(['min_duration_seconds', 'max_duration_seconds']);

/** The filters of an address as the list route takes them. */
export function filterQuery(search: Search): Record<string, string | number | boolean> {
  const query: Record<string, string | number | boolean> = {};
  for (const name of FILTERS) {
    const text = search[name];
    if (text === undefined) continue;
    query[name] = name === 'human_escalation' ? text === 'true' : NUMBERS.has(name) ? Number(text) : text;
  }
  return query;
}

/** How many filters an address sets. */
export const filterCount = (search: Search): number =>
  FILTERS.filter((name) => search[name] !== undefined).length;
