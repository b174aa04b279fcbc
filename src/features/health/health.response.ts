import { ApiProperty } from '@nestjs/swagger';
import { Field, OptionalField } from '../../core/http/fields/field.decorators.js';

/** GET / (operations 1.1). */
export class RootResponse {
  @ApiProperty({ example: 'Telephony Platform API' })
  name!: string;

  /** Version of the API, not of the application. */
  @ApiProperty({ example: '1' })
  version!: string;

  @ApiProperty({ enum: ['online'], example: 'online' })
  status!: 'online';

  @ApiProperty({ example: '/v1/health' })
  health!: string;
}

export class DatabaseHealth {
  @ApiProperty({ enum: ['connected', 'error'], example: 'connected' })
  status!: 'connected' | 'error';

  @OptionalField('Whether the metadata store accepts writes; present if the check completed.')
  db_writable?: boolean;

  @OptionalField('Present on error only.')
  message?: string;
}

export class BillingHealth {
  @ApiProperty({ enum: ['connected', 'error'], example: 'error' })
  status!: 'connected' | 'error';

  @ApiProperty({ example: 'billing_configuration_invalid' })
  code!: string;

  @ApiProperty({ example: 'No billing provider is configured.' })
  message!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-02T03:04:05.000Z' })
  checked_at_utc!: string;
}

export class ReportsRuntimeHealth {
  @ApiProperty({ enum: ['connected', 'degraded', 'error'], example: 'degraded' })
  status!: 'connected' | 'degraded' | 'error';

  @ApiProperty()
  schedules_table!: boolean;

  @ApiProperty()
  deliveries_table!: boolean;

  @OptionalField('Present on error only.')
  message?: string;
}

/** GET /v1/health; 503 with the same shape when a required check failed. */
export class HealthResponse {
  @ApiProperty({ enum: ['healthy', 'unhealthy'], example: 'healthy' })
  status!: 'healthy' | 'unhealthy';

  @Field('Application version.', { example: '0.1.0' })
  version!: string;

  @ApiProperty({ type: DatabaseHealth })
  database!: DatabaseHealth;

  @ApiProperty({ type: BillingHealth })
  billing!: BillingHealth;

  @ApiProperty({ type: ReportsRuntimeHealth })
  reports_runtime!: ReportsRuntimeHealth;
}
