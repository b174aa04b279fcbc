import { EnumField } from '../../../src/core/fields/field-kinds.js';

export class ToyRequest {
  @EnumField(['ball', 'kite'], { example: 'kite' })
  name!: string;
}
