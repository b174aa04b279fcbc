import { Matches } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { IfSent } from '../../../core/http/if-sent.js';
import { REFERENCE, REFERENCE_MESSAGE } from '../rules/vocabulary.js';

/** Query of GET /v1/compliance/caller-requests/open-count. */
export class OpenCountRequest extends ClientChoice {
  @OptionalField('Requests about this project, which is not archived.')
  @IfSent()
  @Matches(REFERENCE, { message: REFERENCE_MESSAGE })
  project_id?: string;
}
