import { isNotLonger, rule } from '../../../../core/http/fields/field-rules.js';
import { StringField } from '../../../../core/http/fields/field-kinds.js';

const isNotEmpty = rule('minLength', (text) => text !== '', 'must not be empty');

export class TransferTestRequest {
  @StringField({
    description: 'The destination to which the call should be transferred.',
    example: 'front-desk',
    also: [isNotLonger(64)],
  })
  destination_id!: string;

  @StringField({
    description: 'When; ISO 8601 with its zone. Left out: now.',
    example: '2026-11-23T02:30:00Z',
    optional: true,
    nullable: 'undocumented',
  })
  at_utc?: string;

  @StringField({
    description:
      'A line of the caller, to see which trigger it activates; caller_requests_human activates that trigger.',
    maxLength: 500,
    example: 'I have a question about my invoice',
    optional: true,
    nullable: 'undocumented',
    also: [isNotEmpty, isNotLonger(500)],
  })
  caller_intent?: string;
}
