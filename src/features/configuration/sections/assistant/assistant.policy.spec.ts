import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { FACTS, found, frontDesk, hands, PLAIN } from '../../../../../test/support/assistants.js';
import { MAX_SECTION_BYTES } from '../../rules/saved-configuration.policy.js';
import { assistantFindings } from './assistant.policy.js';
import { Assistant } from './assistant.schema.js';
import { section } from './assistant.section.js';

describe('the rules of the assistant', () => {
  it('find nothing in the example and in an assistant of the least', () => {
    expect(assistantFindings(section.example, FACTS)).toEqual([]);
    expect(found({})).toEqual([]);
  });

  // workspace 11.2
  it.each(['', ' \n\t '])('miss a prompt: %j', (prompt) => {
    expect(found({ prompt })).toEqual(['warning assistant_missing prompt']);
    expect(found({ prompt }, {}, false)).toEqual(['error assistant_missing prompt']);
  });

  it('say nothing more than that where there is no other section to be read', () => {
    const assistant = {
      ...PLAIN,
      escalation_rules: [hands({ destination_id: 'a' })],
      tools: [{ plugin_id: 'b' }],
    };
    for (const odd of [undefined, null, [], 'x', { customer_destinations: {}, plugins: [null, 1] }]) {
      const sections = Object.fromEntries(Object.keys(FACTS.sections).map((name) => [name, odd]));
      expect(assistantFindings(assistant, { ...FACTS, sections }).map(({ code }) => code)).toEqual([
        'transfer_disabled',
        'plugin_unknown',
      ]);
    }
  });

  // workspace 1.12, 11.10
  it('repeat neither a number nor a credential', () => {
    const assistant = {
      ...PLAIN,
      prompt: 'Use sk_live_51HabcDEF.',
      inbound_numbers: [frontDesk.phone_number!, '+99912345678'],
    };
    const said = JSON.stringify(assistantFindings(assistant, FACTS));
    expect(said).not.toMatch(/sk_live|255501234/);
  });
});

/** A value of the schema with everything at its bound, in ASCII. */
function fullest(schema: Record<string, unknown>, place = 0): unknown {
  const { type, properties, items, maxItems, maxLength, anyOf, maximum, pattern } = schema as {
    type?: string;
    properties?: Record<string, Record<string, unknown>>;
    items?: Record<string, unknown>;
    maxItems?: number;
    maxLength?: number;
    anyOf?: { const: string }[];
    maximum?: number;
    pattern?: string;
  };
  if (anyOf) return anyOf.map((each) => each.const).toSorted((a, b) => b.length - a.length)[0];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, fullest(field, place)]),
    );
  }
  if (type === 'array') return Array.from({ length: maxItems! }, (_, index) => fullest(items!, index));
  if (type === 'boolean') return false;
  if (type === 'integer') return maximum;
  if (pattern?.startsWith('^\\+')) return `+612555012345${String(place).padStart(2, '0')}`;
  if (pattern?.includes('{2,3}')) return `en-${String(100 + place)}`;
  if (pattern?.includes('{0,47}')) return `a${'x'.repeat(47)}`;
  if (pattern?.startsWith('^[0-9a-f]{8}')) return '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10';
  return 'x'.repeat(maxLength!);
}

describe('the bounds of the assistant', () => {
  // workspace 11.11, 1.10
  it('used to the full stay within what a section may take', () => {
    const assistant = fullest(Assistant);
    expect([...Value.Errors(Assistant, assistant)].map(({ path, message }) => `${path} ${message}`)).toEqual(
      [],
    );
    const bytes = Buffer.byteLength(JSON.stringify(assistant));
    expect(bytes).toBeGreaterThan(0.9 * MAX_SECTION_BYTES);
    expect(bytes).toBeLessThanOrEqual(MAX_SECTION_BYTES);
  });
});
