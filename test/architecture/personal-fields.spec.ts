import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/core/shared/json/json-path.js';
import { OWN_SECTIONS } from '../../src/features/configuration/sections/section-files.js';
import { E164_PATTERN } from '../../src/core/shared/phone-numbers/phone-number.policy.js';

/** Names of fields that identify a person or say how to reach them. */
const TELLING =
  /(^|_)(phone|telephone|mobile|number|numbers|email|mail|address|sip|uri|caller|caller_id|contact|person|people|name|first_name|last_name|full_name|label|user|username|recipient|reply_to|owner|value)($|_)/;

/** Patterns and formats of such values. */
const isTelling = (pattern: unknown): boolean =>
  typeof pattern === 'string' && (pattern === E164_PATTERN.source || /@|sips?:|tel:/.test(pattern));

/** Fields that look like personal data but are not, each with the reason. */
const NOBODY: Readonly<Record<string, string>> = {
  'assistant.persona.name': 'what the assistant calls itself',
  'assistant.tools[].tool_name': 'a tool',
  'assistant.variables[].name': 'a placeholder, a handle',
  'booking.services[].name': 'what is booked',
  'dashboard-metadata.display_name': "the project's name, which stands in projects as well",
  'dashboard-metadata.labels[].name': 'the name of a fact, a handle',
  'email-delivery.from_name': 'what the assistant calls itself',
  'plugin-configuration.plugins[].name': 'a system',
  'plugin-configuration.plugins[].tools[].tool_name': 'a tool',
  'plugin-configuration.plugins[].webhooks[].webhook_name': 'a webhook, a handle',
  'transfer-routing.announcements.caller': 'what is said to callers',
};

interface Text {
  readonly path: string;
  readonly name: string;
  readonly pattern: unknown;
  readonly isMarked: boolean;
}

/** Every text field of a schema, except those with a fixed list of values. */
function textsOf(schema: unknown, path: string, name: string, isMarked = false): Text[] {
  if (!isRecord(schema)) return [];
  const marked = isMarked || schema['x-personal'] === true;
  const { properties, patternProperties, items, anyOf } = schema;
  const inside = (fields: unknown): [string, unknown][] => (isRecord(fields) ? Object.entries(fields) : []);
  return [
    ...(schema['type'] === 'string' && schema['const'] === undefined
      ? [{ path, name, pattern: schema['pattern'], isMarked: marked }]
      : []),
    ...inside(properties).flatMap(([own, field]) => textsOf(field, `${path}.${own}`, own, marked)),
    ...inside(patternProperties).flatMap(([, field]) => textsOf(field, `${path}.*`, name, marked)),
    ...textsOf(items, `${path}[]`, name, marked),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((variant) => textsOf(variant, path, name, marked)) : []),
  ];
}

const texts = OWN_SECTIONS.flatMap((section) => textsOf(section.schema, section.name, section.name));
const looksPersonal = ({ name, pattern }: Text): boolean => TELLING.test(name) || isTelling(pattern);

// Fails if a field is added that identifies a person and is not sealed: mark it with `...PERSONAL`.
describe('fields of sections', () => {
  it('are marked as personal if their name or format identifies a person', () => {
    const missing = texts.filter((text) => looksPersonal(text) && !text.isMarked && !(text.path in NOBODY));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });

  it('are excused only where they are', () => {
    const paths = new Set(
      texts.filter((text) => looksPersonal(text) && !text.isMarked).map(({ path }) => path),
    );
    expect(Object.keys(NOBODY).filter((path) => !paths.has(path))).toEqual([]);
  });

  it('are marked in places with people, numbers and addresses', () => {
    const marked = texts.filter(({ isMarked }) => isMarked).map(({ path }) => path);
    expect(marked).toEqual(
      expect.arrayContaining([
        'assistant.inbound_numbers[]',
        'transfer-routing.customer_destinations[].label',
        'transfer-routing.customer_destinations[].phone_number',
        'transfer-routing.customer_destinations[].sip_uri',
        'email-delivery.recipients[].address',
        'email-delivery.recipients[].label',
        'email-delivery.reply_to',
        'testing-overrides.test_numbers[]',
        'provider-configuration.telephony.caller_id',
        'provider-configuration.telephony.sip.username',
        'provider-configuration.stt.keywords[]',
        'plugin-configuration.plugins[].settings.*',
        'dashboard-metadata.description',
        'dashboard-metadata.labels[].value',
      ]),
    );
  });
});
