import { EnumField, StringField, TimezoneField } from '../../../core/http/fields/field-kinds.js';

/** Names one session. */
export class SessionPath {
  @StringField({ description: 'The id of a session of the caller; any other is 404.' })
  session_id!: string;
}

/** Languages of the portal. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The person's display settings. */
export class ProfileRequest {
  @EnumField(LANGUAGES, { description: "Null: the browser's.", example: 'en', nullable: true })
  language!: Language | null;

  @TimezoneField({
    description: "An IANA time zone; null: the browser's.",
    example: 'Australia/Sydney',
    nullable: true,
  })
  timezone!: string | null;
}
