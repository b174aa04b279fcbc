import { hash } from 'node:crypto';
import { topicsFor, type Topic } from '../rules/topics.policy.js';
import type { Scope } from '../../../core/shared/roles.js';

interface AddressTopics {
  readonly address_id: string;
  readonly topics: readonly Topic[];
}

interface Rule {
  readonly topic: Topic;
  readonly address_ids: readonly string[];
}

/**
 * The rules as the reverse of addresses with topics: each topic of the role with its addresses
 * (email-routing 2.3).
 */
export function rulesOf(role: Scope | 'system', addresses: readonly AddressTopics[]): readonly Rule[] {
  return topicsFor(role).map((topic) => ({
    topic,
    address_ids: addresses
      .filter(({ topics }) => topics.includes(topic))
      .map(({ address_id: id }) => id)
      .toSorted(),
  }));
}

/** Equal if the rules are equal, whether they were changed here or address by address. */
export const rulesEtag = (rules: readonly Rule[]): string =>
  hash('sha256', JSON.stringify(rules.map(({ topic, address_ids: ids }) => [topic, ids]))).slice(0, 24);

/** The topics of each address after the rules are saved. */
export const topicsOf = (rules: readonly Rule[], addressId: string): readonly Topic[] =>
  rules.filter(({ address_ids: ids }) => ids.includes(addressId)).map(({ topic }) => topic);
