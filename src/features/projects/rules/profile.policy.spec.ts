import { describe, expect, it } from 'vitest';
import { changedProfile, shownProfile } from './profile.policy.js';

const EMPTY = { tags: [], industry: null, use_case: null, description: null, language: null };

describe('a profile', () => {
  // projects 3.4
  it('shows every field, and always tags', () => {
    expect(shownProfile({})).toEqual(EMPTY);
    expect(shownProfile({ tags: ['pilot'], industry: 'Dental care' })).toEqual({
      ...EMPTY,
      tags: ['pilot'],
      industry: 'Dental care',
    });
  });

  it('shows nothing that is not one of its fields', () => {
    expect(shownProfile({ tags: 'pilot', industry: 7, contact: 'Robin Hale' })).toEqual(EMPTY);
  });

  // projects 5.7
  it('is changed where something was sent and nowhere else', () => {
    const stored = { ...EMPTY, tags: ['pilot'], industry: 'Dental care', language: 'en-AU' };
    expect(changedProfile(stored, { industry: 'Law', language: null })).toEqual({
      ...EMPTY,
      tags: ['pilot'],
      industry: 'Law',
    });
    expect(changedProfile(stored, { tags: [] })).toEqual({ ...stored, tags: [] });
    expect(changedProfile(stored, {})).toEqual(stored);
    expect(changedProfile(stored, { industry: undefined } as object)).toEqual(stored);
    expect(changedProfile(stored, undefined)).toEqual(stored);
  });
});
