import { Field } from '../../core/http/fields/field.decorators.js';

export class AuditDecisionsResponse {
  @Field('Decisions recorded by this request.', { type: 'integer', minimum: 0, example: 1 })
  accepted!: number;

  @Field('Decisions that were recorded already, with the same content, or appear earlier in the request.', {
    type: 'integer',
    minimum: 0,
    example: 0,
  })
  unchanged!: number;
}
