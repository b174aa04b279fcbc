import {
  CALLER_REQUEST_READERS,
  CAMPAIGN_READERS,
  INTERNAL_ROLES,
  PARTNER_ROLES,
  PORTAL_ROLES,
  type Scope,
} from '../../../core/shared/roles.js';

/**
 * The readers of each topic: the scopes that the routes of its subject admit (email-routing 2.1).
 * Only the customer gets notices about callers and their data.
 */
const READERS = {
  webhooks: PARTNER_ROLES,
  api_keys: PARTNER_ROLES,
  runtime: PARTNER_ROLES,
  campaigns: CAMPAIGN_READERS,
  capacity: PORTAL_ROLES,
  usage: ['client_admin', ...INTERNAL_ROLES],
  people: ['client_admin', 'partner_admin'],
  caller_requests: CALLER_REQUEST_READERS,
  privacy: ['client_admin'],
  unlocks: PORTAL_ROLES,
  support: PORTAL_ROLES,
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

/** A subject of notices. */
export type Topic = keyof typeof READERS;
export const TOPICS = Object.keys(READERS) as readonly Topic[];

/** @throws Error for a text that is not a topic, which is a bug in a kind of notice */
export function topicNamed(text: string): Topic {
  const topic = TOPICS.find((it) => it === text);
  if (!topic) throw new Error(`${text} is not a topic of notices.`);
  return topic;
}

/** Whether an address that this role manages may have the topic. */
export const mayHave = (role: Scope | 'system', topic: Topic): boolean =>
  (READERS[topic] as readonly string[]).includes(role);

/** The topics that addresses of the role may get, in the order of TOPICS. */
export const topicsFor = (role: Scope | 'system'): readonly Topic[] =>
  TOPICS.filter((topic) => mayHave(role, topic));
