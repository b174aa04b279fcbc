import { describe, expect, it } from 'vitest';
import {
  aConfigurationState,
  aDraftOf,
  aSection,
  aVersionOf,
} from '../../../../../test/support/configuration-states.js';
import {
  effectiveSection,
  effectiveSections,
  publishedEtag,
  versionOfEtag,
} from './effective-configuration.policy.js';

describe('the etag of a published section', () => {
  it.each([1, 12, 999_999_999])('names version %i', (version) => {
    expect(versionOfEtag(publishedEtag(version, { colour: 'blue' }))).toBe(version);
  });

  it.each(['v0-0123456789abcdef', 'v9999999999-0123456789abcdef', 'v1-0123456789abcde', 'default', ''])(
    'is not %j',
    (etag) => {
      expect(versionOfEtag(etag)).toBeNull();
    },
  );
});

const section = aSection();

describe('the current section', () => {
  // workspace 1.2
  it('is the draft over the version over the defaults', () => {
    const draft = aDraftOf({ greeting: { text: 'Drafted.' } });
    const published = aVersionOf({ greeting: { text: 'Published.' } });
    const sourceOf = (state: Parameters<typeof aConfigurationState>[0]) => {
      const { source, configuration, updatedBy } = effectiveSection(section, aConfigurationState(state));
      return [source, configuration['text'], updatedBy];
    };
    expect(sourceOf({ draft, published })).toEqual(['draft', 'Drafted.', 'anna']);
    expect(sourceOf({ published })).toEqual(['published', 'Published.', 'boris']);
    expect(sourceOf({ draft: aDraftOf({}), published })).toEqual(['published', 'Published.', 'boris']);
    expect(sourceOf({ published: aVersionOf({}) })).toEqual(['default', 'Hello.', null]);
    expect(sourceOf({})).toEqual(['default', 'Hello.', null]);
  });

  it('has another etag in each version, also with the same content', () => {
    const etagIn = (versionNumber: number, text: string) =>
      effectiveSection(
        section,
        aConfigurationState({ published: aVersionOf({ greeting: { text } }, versionNumber) }),
      ).etag;
    expect(new Set([etagIn(1, 'a'), etagIn(2, 'a'), etagIn(1, 'b')]).size).toBe(3);
    expect(etagIn(1, 'a')).toBe(etagIn(1, 'a'));
  });

  it('is there for every section that is known, and for no other', () => {
    const state = aConfigurationState({ draft: aDraftOf({ forgotten: { text: 'Old.' } }) });
    expect([...effectiveSections([section, aSection({ name: 'closing' })], state).keys()]).toEqual([
      'greeting',
      'closing',
    ]);
  });
});
