import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EnumField, InstantField, TimezoneField } from '../../../core/http/fields/field-kinds.js';
import { CursorField, PageSize } from '../../../core/http/fields/page-fields.js';
import { MAIL_LANGUAGES, type MailLanguage } from '../rules/address-words.js';

const DEFAULT_PAGE_SIZE = 20;
/** As in other lists for people (requests 7.1). */
const MAX_PAGE_SIZE = 100;

export class ListNoticesRequest extends ClientChoice {
  @EnumField(MAIL_LANGUAGES, { description: 'The language of the texts.', optional: true, default: 'en' })
  language: MailLanguage = 'en';

  @TimezoneField({ description: 'The zone of instants in the texts.', optional: true, default: 'UTC' })
  timezone: string = 'UTC';

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;

  @CursorField('next_cursor')
  cursor?: string;
}

export class MarkNoticesReadRequest {
  @InstantField({
    description:
      'The created_at_utc of the newest notice that you have read: it and all before it are read. An instant ' +
      'in the future counts as now, and one before your last mark changes nothing.',
    example: '2026-11-27T08:15:00.000Z',
  })
  up_to_utc!: string;
}
