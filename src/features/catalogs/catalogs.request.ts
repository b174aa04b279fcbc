import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { OptionalField } from '../../core/http/field.decorators.js';
import { ClientChoice } from '../../core/http/client-choice.request.js';
import { KnownValue, OneOf } from '../../core/http/known-value.js';
import { isLanguageTag } from './catalogue-filter.policy.js';
import { MODALITIES, STATUSES, type CatalogueStatus, type Modality } from './platform-catalogue.js';

/** Query of GET /v1/catalogs/voices. */
export class VoicesRequest extends ClientChoice {
  @OptionalField('A BCP 47 tag in any case; `en` takes every English.', { example: 'en-AU' })
  @IsOptional()
  @KnownValue(isLanguageTag, 'must be a language tag such as en or en-AU')
  @IsString()
  language?: string;

  @ApiPropertyOptional({ enum: STATUSES })
  @IsOptional()
  @OneOf(STATUSES)
  @IsString()
  status?: CatalogueStatus;
}

/** Query of GET /v1/catalogs/models. */
export class ModelsRequest extends ClientChoice {
  @OptionalField('Models that take or give this, maybe among others.', { enum: MODALITIES })
  @IsOptional()
  @OneOf(MODALITIES)
  @IsString()
  modality?: Modality;

  @ApiPropertyOptional({ enum: STATUSES })
  @IsOptional()
  @OneOf(STATUSES)
  @IsString()
  status?: CatalogueStatus;
}
