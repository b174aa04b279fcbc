import { IsDefined, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { Field, OptionalField } from '../../../../core/http/field.decorators.js';

/** Body of POST /v1/projects/{project_id}/transfer-routing/test. */
export class TransferTestRequest {
  @Field('The destination that a call is to be handed to.', { example: 'front-desk' })
  @MaxLength(64)
  @IsString()
  @IsDefined()
  destination_id!: string;

  @OptionalField('When; ISO 8601 with its zone. Left out: now.', { example: '2026-11-23T02:30:00Z' })
  @IsString()
  @IsOptional()
  at_utc?: string;

  @OptionalField(
    'What the caller says, to see which trigger it sets off; caller_requests_human stands for that one.',
    { maxLength: 500, example: 'I have a question about my invoice' },
  )
  @MaxLength(500)
  @MinLength(1)
  @IsString()
  @IsOptional()
  caller_intent?: string;
}
