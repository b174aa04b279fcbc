import { Field } from '../../../core/http/fields/field.decorators.js';

/**
 * The numbers of a person's keys that ended, stayed and were handed over with a change of the role
 * (partner 6.8).
 */
export class ApiKeysSettledResponse {
  @Field('How many keys have ended.', { type: 'integer', example: 2 })
  ended!: number;

  @Field('How many stay with the same person, whose role still permits them.', {
    type: 'integer',
    example: 0,
  })
  kept!: number;

  @Field('How many a colleague is now responsible for.', { type: 'integer', example: 0 })
  handed_over!: number;
}
