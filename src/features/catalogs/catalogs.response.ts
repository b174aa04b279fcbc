import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../core/http/fields/field.decorators.js';
import { FAMILIES, GENDERS, MODALITIES, STATUSES } from './platform-catalogue.js';
import type { CatalogueModel, CatalogueVoice } from './platform-catalogue.js';

export class VoiceResponse implements CatalogueVoice {
  @ApiProperty({ example: 'en-au-harriet' })
  voice_id!: string;

  @ApiProperty({ example: 'Harriet' })
  name!: string;

  @Field('BCP 47.', { example: 'en-AU' })
  language!: string;

  @ApiProperty({ example: 'Australian' })
  accent!: string;

  @ApiProperty({ enum: GENDERS })
  gender!: CatalogueVoice['gender'];

  @ApiProperty({ type: [String], example: ['warm', 'conversational'] })
  style_tags!: readonly string[];

  @Field('Whether there is a sample to listen to.')
  preview_available!: boolean;

  @ApiProperty({ enum: STATUSES })
  status!: CatalogueVoice['status'];
}

export class VoicesResponse {
  @Field('By voice_id.', { type: [VoiceResponse] })
  items!: readonly VoiceResponse[];
}

export class ModelResponse implements CatalogueModel {
  @ApiProperty({ example: 'claude-haiku-4-5' })
  model_id!: string;

  @ApiProperty({ example: 'Claude Haiku 4.5' })
  name!: string;

  @ApiProperty({ enum: FAMILIES })
  family!: CatalogueModel['family'];

  @ApiProperty({ enum: MODALITIES, isArray: true })
  modalities!: CatalogueModel['modalities'];

  @Field('The longest conversation it can process, including its answer.', {
    type: 'integer',
    example: 200_000,
  })
  context_tokens!: number;

  @ApiProperty({ enum: STATUSES })
  status!: CatalogueModel['status'];

  @NullableField(String, { description: 'The model to use instead; null unless the model is deprecated.' })
  replacement_model_id!: string | null;
}

export class ModelsResponse {
  @Field('By model_id.', { type: [ModelResponse] })
  items!: readonly ModelResponse[];
}
