import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import { StringField } from '../../../core/http/fields/field-kinds.js';
import { bodyBytes } from '../contact-rows/body-bytes.js';
import { DryRunQuery } from '../contact-rows/dry-run.request.js';

export class WashResultsQuery extends DryRunQuery {
  @StringField({ description: 'The wash of this campaign to which the results belong.', format: 'uuid' })
  registry_wash_record_id!: string;
}

/** A file of results as sent, wrapped because the validation pipe accepts only objects. */
export class WashResultsBody {
  constructor(readonly bytes: Buffer) {}
}

/** Gives a controller method the file. */
export const WashResultsFile = createParamDecorator(
  (_: unknown, context: ExecutionContext): WashResultsBody => new WashResultsBody(bodyBytes(context)),
);
