import { EnumField } from '../../../src/core/http/fields/field-kinds.js';

export class ToyRequest {
  @EnumField(['ball', 'kite'], { example: 'kite' })
  name!: string;
}
