import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { aConfigurationState, aSection } from '../../../../test/support/configuration-states.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { closed } from '../../../core/http/schemas/schema-parts.js';
import {
  configurationToSave,
  MAX_SECTION_BYTES,
  requireConfigurations,
  requireSize,
} from './saved-configuration.policy.js';
import type { SectionDefinition } from './sections/section-definition.js';

// workspace 1.10
describe('the size of a section', () => {
  const ofBytes = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

  it('is bounded to the byte', () => {
    expect(() => requireSize(ofBytes(MAX_SECTION_BYTES))).not.toThrow();
    expect(() => requireSize(ofBytes(MAX_SECTION_BYTES + 1))).toThrow('128 KiB');
  });

  it('is counted in bytes and not in characters', () => {
    expect(() => requireSize({ text: 'é'.repeat(MAX_SECTION_BYTES / 2) })).toThrow('128 KiB');
  });
});

// requests 3.6
describe('the size of a body', () => {
  const body = closed({ configuration: closed({ keywords: Type.Array(Type.String(), { maxItems: 3 }) }) });
  const answer = (sent: { configuration: unknown }): unknown => {
    try {
      requireConfigurations(body, sent, [sent.configuration]);
      return 'fine';
    } catch (error) {
      const { entry, fields } = error as PlatformError;
      return [entry.status, ...fields.map(({ loc, type }) => `${loc.join('.')} ${type}`)];
    }
  };
  const many = (count: number): unknown[] => Array.from({ length: count }, () => 7);

  // The schema would name a wrong type for each of them, and the list as too long.
  it('is seen before its schema is walked', () => {
    expect(answer({ configuration: { keywords: many(300_000) } })).toEqual([422, 'body too_long']);
    expect(answer({ configuration: { keywords: many(1001) } })).toEqual([422, 'body too_long']);
    expect(answer({ configuration: { keywords: Array.from({ length: 100 }, () => many(100)) } })).toEqual([
      422,
      'body too_long',
    ]);
    expect(answer({ configuration: { keywords: ['x'.repeat(128 * 1024)], unknown: 1 } })).toEqual([413]);
    expect(answer({ configuration: { keywords: many(2) } })).toEqual([
      422,
      'body.configuration.keywords.0 string_type',
      'body.configuration.keywords.1 string_type',
    ]);
    expect(answer({ configuration: { keywords: ['a', 'b'] } })).toBe('fine');
  });
});

const LOC = ['body', 'sections', 'greeting'] as const;
const STATE = aConfigurationState();
const merging = (merge: NonNullable<SectionDefinition['write']['merge']>): SectionDefinition =>
  aSection({ write: { ...aSection().write, merge } });

function fieldsOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof PlatformError
      ? error.fields.map(({ loc, type }) => [loc.join('.'), type])
      : error;
  }
}

describe('what is saved of what was sent', () => {
  it('is what was sent, where nothing is merged', () => {
    expect(configurationToSave(aSection(), { text: 'Old.' }, { text: 'New.' }, STATE, LOC)).toEqual({
      text: 'New.',
    });
  });

  it('is the merge of it and the stored configuration', () => {
    const section = merging((current, sent) => ({
      text: `${current['text'] as string} ${(sent as { text: string }).text}`,
    }));
    expect(configurationToSave(section, { text: 'Old.' }, { text: 'New.' }, STATE, LOC)).toEqual({
      text: 'Old. New.',
    });
  });

  it('keeps to the schema, or names the fields by their place in the request', () => {
    const section = merging(() => ({ text: '' }));
    expect(fieldsOf(() => configurationToSave(section, {}, {}, STATE, LOC))).toEqual([
      ['body.sections.greeting.text', 'too_short'],
    ]);
  });

  it('is refused as the section says, with the paths of this request', () => {
    const section = merging(() => {
      throw unprocessable({
        loc: ['body', 'configuration', 'text'],
        message: 'is read-only',
        type: 'read_only',
      });
    });
    expect(fieldsOf(() => configurationToSave(section, {}, {}, STATE, LOC))).toEqual([
      ['body.sections.greeting.text', 'read_only'],
    ]);
  });

  it('is not larger than a section may be, also when merging made it so', () => {
    const large = { text: 'x'.repeat(128 * 1024) };
    const status = (section: SectionDefinition, sent: object) => {
      try {
        configurationToSave(section, {}, sent, STATE, LOC);
        return 200;
      } catch (error) {
        return (error as PlatformError).entry.status;
      }
    };
    expect(status(aSection(), large)).toBe(413);
    expect(
      status(
        merging(() => large),
        { text: 'small' },
      ),
    ).toBe(413);
    expect(
      status(
        merging(() => ({ text: 'small' })),
        { text: 'small' },
      ),
    ).toBe(200);
  });
});
