import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsDefined, IsObject, ValidateNested } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';
import { IsTimezone } from '../../../core/http/is-timezone.js';
import { KeyedBody } from '../../../core/idempotency/keyed-body.request.js';
import { IsProjectName, PROJECT_NAME_LENGTH } from '../rules/is-project-name.js';
import { ProjectProfileRequest } from '../rules/profile.request.js';

/** Body of POST /v1/projects (projects 4.1). */
export class CreateProjectRequest extends KeyedBody {
  @ApiProperty({ ...PROJECT_NAME_LENGTH, example: 'Front desk' })
  @IsProjectName()
  // Last in the list is asked first, and the first complaint is the one that is answered.
  @IsDefined()
  display_name!: string;

  @Field('IANA zone.', { example: 'Australia/Sydney' })
  @IsTimezone()
  @IsDefined()
  timezone!: string;

  @Field('The client you act for; any other one is 404.', { example: 'acme-dental' })
  @IsIdentifier()
  @IsDefined()
  managed_client_id!: string;

  @ApiPropertyOptional({ type: ProjectProfileRequest })
  @IfSent()
  @ValidateNested()
  @Type(() => ProjectProfileRequest)
  @IsObject()
  profile?: ProjectProfileRequest;
}
