import { EnumField, ListField, ObjectListField } from '../../../core/http/fields/field-kinds.js';
import { matches } from '../../../core/http/fields/field-rules.js';
import { MOST_ADDRESSES } from '../rules/address-words.js';
import { TOPICS, type Topic } from '../rules/topics.policy.js';

const ADDRESS_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export class TopicRuleRequest {
  @EnumField(TOPICS, { description: 'A topic that your role may read.', example: 'people' })
  topic!: Topic;

  @ListField(
    [matches(ADDRESS_ID, 'must be a list of address ids', { each: true })],
    { type: [String] },
    { max: MOST_ADDRESSES, unique: true },
    { description: 'The addresses that get its notices.', example: ['0b6f2c1e-6a53-4a0e-9c57-6a1f2d3e4b5c'] },
  )
  address_ids!: readonly string[];
}

export class TopicRulesRequest {
  @ObjectListField(
    TopicRuleRequest,
    { max: TOPICS.length },
    { description: 'Each topic once. A topic that is left out goes to no address.' },
  )
  rules!: readonly TopicRuleRequest[];
}
