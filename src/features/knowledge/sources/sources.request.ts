import { EnumField, StringField, TextField, ListField } from '../../../core/http/fields/field-kinds.js';
import { isText, matches, rule } from '../../../core/http/fields/field-rules.js';
import { RequestField, type FieldOptions } from '../../../core/http/fields/request-field.js';
import { namesIn } from '../rules/findings.policy.js';
import { REFRESH_PERIODS, SOURCE_KINDS, type RefreshPeriod, type SourceKind } from '../rules/source-words.js';

const TITLE = {
  description:
    'Readers of the project see it, and assistants get it with each passage: without personal data and credentials.',
  example: 'Opening hours and prices',
  also: [
    rule(
      'personal',
      (value) => typeof value !== 'string' || namesIn(value).length === 0,
      'must not contain personal data or credentials; put them in the text, where they can be accepted',
    ),
  ],
};
const REFRESH = {
  description: 'How often a page is fetched again; other kinds have none.',
  example: 'none',
};
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/;

const LanguageField = (options: FieldOptions): PropertyDecorator =>
  RequestField(
    [isText(2, 35), matches(LANGUAGE, 'must be a language tag, such as en or en-AU')],
    { type: String, maxLength: 35, pattern: LANGUAGE.source },
    {
      description: 'The language of the text, as a BCP 47 tag: searches use it.',
      example: 'en-AU',
      ...options,
    },
  );

export class CreateSourceRequest {
  @EnumField(SOURCE_KINDS, {
    description: 'text and file: upload the content next; url: the page is fetched.',
    example: 'file',
  })
  kind!: SourceKind;

  @TextField(1, 200, TITLE)
  title!: string;

  @LanguageField({})
  language!: string;

  @StringField({
    description: 'For kind url, and only for that: a public https address.',
    optional: true,
  })
  url?: string;

  @EnumField(REFRESH_PERIODS, { ...REFRESH, default: 'none', optional: true })
  refresh: RefreshPeriod = 'none';
}

export class ChangeSourceRequest {
  @TextField(1, 200, { ...TITLE, optional: true })
  title?: string;

  @LanguageField({ optional: true })
  language?: string;

  @EnumField(REFRESH_PERIODS, { ...REFRESH, optional: true })
  refresh?: RefreshPeriod;

  @ListField(
    [isText(1, 40, { each: true })],
    { type: [String] },
    { max: 20, unique: true },
    {
      description:
        'Names of findings that may stay in the text; the sent names replace all accepted ones. A name that is no finding of the source is 422.',
      example: [],
      optional: true,
    },
  )
  accepted_findings?: string[];
}
