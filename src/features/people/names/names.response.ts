import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { ACTOR_WORDS, type ActorWord } from './actor-name.policy.js';

export class ActorName {
  @Field('As it was sent.', { example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' })
  id!: string;

  @Field(
    'The kind of actor. `former_colleague`, `partner`, `customer`, `staff` and `key` have no name for you; `unknown`: nothing of this client.',
    { enum: ACTOR_WORDS, example: 'colleague' },
  )
  kind!: ActorWord;

  @NullableField(String, {
    description: 'The name of a colleague, or the description of a key that you may list.',
    example: 'Mei Tanaka',
  })
  display_name!: string | null;
}

export class NamesResponse {
  @Field('In the order of `ids`, each once.', { type: [ActorName] })
  items!: readonly ActorName[];
}
