import { describe, expect, it } from 'vitest';
import { aConfigurationState, aSection } from '../../../../test/support/configuration-states.js';
import { PlatformError, unprocessable } from '../../../core/kernel/platform-error.js';
import { configurationToSave } from './saved-configuration.policy.js';
import type { SectionDefinition } from './section-definition.js';

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

  it('is what the section makes of it and of what stands', () => {
    const section = merging((current, sent) => ({
      text: `${current['text'] as string} ${(sent as { text: string }).text}`,
    }));
    expect(configurationToSave(section, { text: 'Old.' }, { text: 'New.' }, STATE, LOC)).toEqual({
      text: 'Old. New.',
    });
  });

  it('keeps to the schema, or names the fields where they stand in the request', () => {
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
