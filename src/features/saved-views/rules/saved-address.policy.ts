import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';

const OF_LISTS = ['project_id', 'range', 'zone'] as const;
const SORTED = ['sort_by', 'sort_order'] as const;

/** The pages that can be saved as a view, and their parameters (saved-views 2.1). */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/analytics': [...OF_LISTS, 'direction', 'version'],
  '/calls': [
    ...OF_LISTS,
    'status',
    'primary_outcome',
    'sentiment',
    'disconnection_reason',
    'direction',
    'channel',
    'solution_id',
    'campaign_id',
    'agent',
    'provider_label',
    'min_duration_seconds',
    'max_duration_seconds',
    'version',
    'human_escalation',
    'follow_up',
    'follow_up_owner',
    ...SORTED,
    'columns',
  ],
  '/campaigns': ['project_id', 'find', 'status', 'call_type', ...SORTED],
  '/integrations': ['project_id', 'tab', 'status', 'event', 'span'],
  '/projects': ['find', 'archived', ...SORTED],
  '/requests': ['project_id', 'due', 'status', 'type'],
  '/support': ['project_id', 'show', 'status', 'priority', 'category', 'assignee', 'requester'],
};

/** Parameters that are not saved: the position within a page, and what the view stores separately. */
const LEFT_OUT = ['client_id', 'cursor', 'page', 'open', 'request', 'webhook', 'delivery'];

const MAX_VALUE = 255;
const UNSEEN = /\p{Cc}/u;

export type ReadAddress = { readonly address: string } | { readonly fault: string };

/**
 * The stored address of a view: a known page with its parameters in a fixed order, so that equal
 * views have equal texts (saved-views section 2).
 */
export function readAddress(text: string): ReadAddress {
  const [path = '', query = '', ...more] = text.split('?');
  const kept = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (kept === undefined || more.length > 0)
    return { fault: `must begin with one of ${Object.keys(PAGES).join(', ')}` };
  const parameters = [...new URLSearchParams(query)].filter(([name]) => !LEFT_OUT.includes(name));
  for (const [place, [name, value]] of parameters.entries()) {
    if (!kept.includes(name)) return { fault: `a view of ${path} can keep only ${kept.join(', ')}` };
    if (parameters.findIndex(([other]) => other === name) !== place) return { fault: `names ${name} twice` };
    if (value.length > MAX_VALUE || UNSEEN.test(value))
      return { fault: `${name} must have at most ${MAX_VALUE} characters, and no control characters` };
    if (detectPii(value) !== null) return { fault: `${name} must not contain personal data` };
  }
  const sorted = parameters
    .filter(([, value]) => value !== '')
    .toSorted(([a], [b]) => kept.indexOf(a) - kept.indexOf(b));
  return { address: sorted.length === 0 ? path : `${path}?${new URLSearchParams(sorted).toString()}` };
}

/** The project in a stored address; null without one. */
export const projectOf = (address: string): string | null =>
  new URLSearchParams(address.split('?')[1] ?? '').get('project_id');
