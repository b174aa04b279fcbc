import { InstantField, IntegerField, TextField } from '../../../core/http/fields/field-kinds.js';
import { CampaignDescription, MAX_NAME, PRIORITY } from './create.request.js';

/**
 * Body of PATCH /v1/outbound-campaigns/{campaign_id} (campaigns 2.8). Omitted fields stay
 * unchanged.
 */
export class UpdateCampaignRequest {
  @TextField(1, MAX_NAME, { example: 'Recall November', optional: true })
  name?: string;

  @CampaignDescription()
  description?: string | null;

  @IntegerField(PRIORITY.min, PRIORITY.max, { example: 50, optional: true })
  priority?: number;

  @InstantField({ optional: true, nullable: true })
  schedule_start_at_utc?: string | null;

  @InstantField({ description: 'After the start, whether sent or stored.', optional: true, nullable: true })
  schedule_end_at_utc?: string | null;
}

/** At least one of these fields must be sent. */
export const UPDATABLE_FIELDS = [
  'name',
  'description',
  'priority',
  'schedule_start_at_utc',
  'schedule_end_at_utc',
] as const satisfies readonly (keyof UpdateCampaignRequest)[];
