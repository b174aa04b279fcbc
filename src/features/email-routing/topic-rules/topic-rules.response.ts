import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { TOPICS, type Topic } from '../rules/topics.policy.js';

export class TopicRule {
  @ApiProperty({ enum: TOPICS, example: 'people' })
  topic!: Topic;

  @Field('The addresses with this topic, in any status.', {
    type: [String],
    example: ['0b6f2c1e-6a53-4a0e-9c57-6a1f2d3e4b5c'],
  })
  address_ids!: readonly string[];
}

export class TopicRulesResponse {
  @Field('Each topic that your role may read.', { type: [TopicRule] })
  rules!: readonly TopicRule[];

  @Field('For If-Match; also in the header ETag.', { example: '5f0c1b7e9a2d4c6e8b1a3f57' })
  etag!: string;
}
