import { FilterTextField, StringField } from '../../../core/http/fields/field-kinds.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { INVOICE_STATUSES } from '../provider/billing-provider.js';
import { NamedClient } from '../rules/named-client.request.js';

const DEFAULT_PAGE_SIZE = 20;
/** The provider's limit. */
const MAX_PAGE_SIZE = 100;

const isStatusList = (text: string): boolean =>
  text.split(',').every((word) => (INVOICE_STATUSES as readonly string[]).includes(word));

export class InvoiceListRequest extends NamedClient {
  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_page_token')
  page_token?: string;

  @FilterTextField(
    isStatusList,
    `must be one or more of ${INVOICE_STATUSES.join(', ')}, separated by commas`,
    {
      description: `Statuses separated by commas, from ${INVOICE_STATUSES.join(', ')}; default: all.`,
      example: 'open,paid',
      optional: true,
    },
  )
  status_in?: string;
}

/**
 * The path of a route about one invoice. A malformed id gets the same response as an unknown one:
 * 404.
 */
export class InvoiceParams {
  @StringField({ description: 'The `invoice_id` of the invoice, from the list.', format: 'uuid' })
  invoice_id!: string;
}
