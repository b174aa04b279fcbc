import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

class OfClient {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ example: 'Acme Dental Group' })
  business_name!: string;
}

export class FoundClient extends OfClient {}

export class FoundProject extends OfClient {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'Acme Dental front desk' })
  display_name!: string;
}

export class FoundCampaign extends OfClient {
  @ApiProperty({ format: 'uuid' })
  campaign_id!: string;

  @ApiProperty({ example: 'Appointment reminders' })
  name!: string;

  @Field('As in the list of campaigns.', { example: 'running' })
  status!: string;
}

export class FoundRequest extends OfClient {
  @ApiProperty({ format: 'uuid' })
  request_id!: string;

  @ApiProperty({ example: 'REQ-0012' })
  tracking_id!: string;

  @Field('As in the list of requests.', { example: 'access' })
  request_type!: string;

  @Field('As in the list of requests.', { example: 'received' })
  status!: string;
}

/** At most five of each kind; names that begin with the text come first. */
export class SearchResponse {
  @ApiProperty({ type: [FoundClient] })
  clients!: readonly FoundClient[];

  @Field('Projects that you see, without archived ones.', { type: [FoundProject] })
  projects!: readonly FoundProject[];

  @Field('Campaigns that you see; none for roles that read no campaigns.', { type: [FoundCampaign] })
  campaigns!: readonly FoundCampaign[];

  @Field('Requests of callers; none for roles that read no requests.', { type: [FoundRequest] })
  requests!: readonly FoundRequest[];

  @Field('Clients whose store does not answer: their campaigns are missing.', {
    type: [String],
    example: [],
  })
  unavailable!: readonly string[];
}
