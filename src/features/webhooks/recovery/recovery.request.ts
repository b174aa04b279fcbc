import { BooleanField, InstantField } from '../../../core/http/fields/field-kinds.js';

export class RecoverWebhookRequest {
  @InstantField({
    description: 'The time when events were stored, not when their calls took place. At most 30 days ago.',
    example: '2026-11-20T00:00:00Z',
  })
  since!: string;

  @InstantField({ description: 'Exclusive; default: now.', optional: true })
  until?: string;

  @BooleanField({ description: 'Only counts.', default: false, optional: true })
  preview?: boolean;
}
