import { describe, expect, it } from 'vitest';
import { PlatformCatalogue } from './platform-catalogue.js';

const { models, voices } = PlatformCatalogue;

describe('the catalogue', () => {
  // catalogs 1.2
  it('lists each model and each voice once, in the order of their ids', () => {
    for (const ids of [models.map(({ model_id }) => model_id), voices.map(({ voice_id }) => voice_id)]) {
      expect(ids).toEqual([...new Set(ids)].sort());
    }
  });

  // catalogs 1.4
  it('names for each deprecated model one that can take its place, and for no other', () => {
    for (const { model_id, status, replacement_model_id, modalities } of models) {
      if (status !== 'deprecated') {
        expect([model_id, replacement_model_id]).toEqual([model_id, null]);
        continue;
      }
      const replacement = PlatformCatalogue.model(replacement_model_id!);
      expect([model_id, replacement?.status]).toEqual([model_id, 'ga']);
      expect(replacement?.modalities).toEqual(expect.arrayContaining([...modalities]));
    }
  });

  it('finds by id, and nothing by what every object has', () => {
    expect(PlatformCatalogue.model('gpt-4.1')?.family).toBe('openai');
    expect(PlatformCatalogue.voice('en-au-harriet')?.language).toBe('en-AU');
    expect(PlatformCatalogue.model('constructor')).toBeUndefined();
    expect(PlatformCatalogue.voice('__proto__')).toBeUndefined();
  });
});
