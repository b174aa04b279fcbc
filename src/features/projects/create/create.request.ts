import { ProjectNameField } from '../rules/project-name-field.js';
import { IdentifierField, ObjectField, TimezoneField } from '../../../core/http/fields/field-kinds.js';
import { KeyedBody } from '../../../core/idempotency/keyed-body.request.js';
import { ProjectProfileRequest } from '../rules/profile.request.js';

export class CreateProjectRequest extends KeyedBody {
  @ProjectNameField()
  display_name!: string;

  @TimezoneField({ description: 'IANA zone.', example: 'Australia/Sydney' })
  timezone!: string;

  @IdentifierField({ description: 'The client for which you act; any other is 404.', example: 'acme-dental' })
  managed_client_id!: string;

  @ObjectField(ProjectProfileRequest, { optional: true })
  profile?: ProjectProfileRequest;
}
