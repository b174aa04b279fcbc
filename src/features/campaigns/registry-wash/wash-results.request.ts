import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import { StringField } from '../../../core/http/fields/field-kinds.js';
import { bodyBytes } from '../contact-rows/body-bytes.js';
import { DryRunQuery } from '../contact-rows/dry-run.request.js';

/** Query of POST /v1/outbound-campaigns/{campaign_id}/registry-wash-results (campaigns 7.7). */
export class WashResultsQuery extends DryRunQuery {
  @StringField({ description: 'The wash of this campaign that the results are of.', format: 'uuid' })
  registry_wash_record_id!: string;
}

/**
 * A file of results as it was sent; the validation pipe, which knows only objects, lets it pass.
 */
export class WashResultsBody {
  constructor(readonly bytes: Buffer) {}
}

/** Hands a controller method the file. */
export const WashResultsFile = createParamDecorator(
  (_: unknown, context: ExecutionContext): WashResultsBody => new WashResultsBody(bodyBytes(context)),
);
