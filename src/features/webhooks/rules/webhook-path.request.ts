import { IsDefined, IsString } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IsIdentifier } from '../../../core/http/is-identifier.js';

/** Query of the routes about one webhook. */
export class WebhookQuery extends ClientChoice {
  @Field('The project of the webhook. With another one it is 404.', {
    example: 'acme-dental-front-desk-k3vq72',
  })
  @IsIdentifier()
  @IsDefined()
  project_id!: string;
}

/** The path of a route about one webhook. An id that no webhook can have is a webhook that is not there: 404. */
export class WebhookParams {
  @Field('The webhook: a webhook_id of the list.', { format: 'uuid' })
  @IsString()
  webhook_id!: string;
}
