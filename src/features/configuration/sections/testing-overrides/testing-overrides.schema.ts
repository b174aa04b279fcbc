import { Type, type Static } from '@sinclair/typebox';
import { closed, e164, line, orNull, prose } from '../../../../core/http/schemas/schema-parts.js';

// Written as a pattern rather than a format, for which validators accept different spellings.
const INSTANT =
  '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,3})?Z$';

const testNumbers = Type.Array(e164(), {
  maxItems: 50,
  uniqueItems: true,
  description: 'Numbers whose calls are test calls; overrides affect no other call.',
});

const overrides = {
  enabled: Type.Boolean({ description: 'Whether test calls are overridden; false turns all overrides off.' }),
  expires_at_utc: orNull(
    Type.String({ pattern: INSTANT, 'x-message': 'must be an instant in UTC, such as 2026-10-31T09:00:00Z' }),
    { description: 'When the overrides expire; null: never.', examples: ['2026-10-31T09:00:00Z'] },
  ),
  model_id: orNull(line(64), { description: 'A model of the catalogue that answers test calls.' }),
  voice_id: orNull(line(64), { description: 'A voice of the catalogue that speaks in test calls.' }),
  greeting: orNull(prose(1000), { description: 'Said instead of the greeting.' }),
  transfer_disabled: Type.Boolean({ description: 'Whether test calls are never handed over.' }),
};

/** Settings that only test calls use, instead of the configured ones. */
export const TestingOverrides = closed({ ...overrides, test_numbers: testNumbers });
export type TestingOverrides = Static<typeof TestingOverrides>;

/** The sent form: an omitted field stays, a null one is removed. */
export const SentTestingOverrides = closed(
  {
    enabled: Type.Optional(overrides.enabled),
    expires_at_utc: Type.Optional(overrides.expires_at_utc),
    model_id: Type.Optional(overrides.model_id),
    voice_id: Type.Optional(overrides.voice_id),
    greeting: Type.Optional(overrides.greeting),
    transfer_disabled: Type.Optional(orNull(overrides.transfer_disabled)),
    test_numbers: Type.Optional(orNull(testNumbers)),
  },
  { minProperties: 1 },
);
export type SentTestingOverrides = Static<typeof SentTestingOverrides>;
