import { BooleanField } from '../../../core/http/fields/field-kinds.js';

export class FollowUpSettingsRequest {
  @BooleanField({ description: 'Inbound calls that were missed get an open follow-up.', example: true })
  missed_inbound!: boolean;

  @BooleanField({ description: 'Calls of upset callers get an open follow-up.', example: false })
  upset_callers!: boolean;
}
