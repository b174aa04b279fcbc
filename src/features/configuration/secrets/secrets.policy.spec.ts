import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { secretPreview, usesOfSecret } from './secrets.policy.js';

// workspace 4.4
describe('the preview of a secret', () => {
  it.each([
    ['sk_live_51Habcd', '****abcd'],
    ['12345678wxyz', '****wxyz'],
    ['1234567wxyz', '****'],
    ['abcd', '****'],
    ['a', '****'],
    ['12345678wxyz\n', '****wxyz'],
    ['1234567xyz   \n', '****'],
    ['password naïve', '****'],
    ['a long sentence', '****ence'],
    ['twelve emoji \u{1f600}\u{1f600}\u{1f600}\u{1f600}', '****'],
    ['ends in words x y', '****'],
  ])('of %j is %j', (value, preview) => {
    expect(secretPreview(value)).toBe(preview);
  });

  it('never shows more than four characters, and none of fewer than twelve', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const shown = secretPreview(value).slice(4);
        expect([0, 4]).toContain(shown.length);
        if (value.length < 12) expect(shown).toBe('');
      }),
    );
  });
});

const ref = (name: string) => ({ secret_ref: name });
const saved = (configuration: Record<string, unknown>) => ({
  configuration,
  etag: 'e',
  updatedAt: new Date(0),
  updatedBy: 'someone',
});

const state = (
  draft: Record<string, Record<string, unknown>> | null,
  published: Record<string, Record<string, unknown>> | null,
): ConfigurationState => ({
  readAt: new Date(0),
  project: {
    projectId: 'p',
    displayName: 'P',
    timezone: 'UTC',
    lifecycleState: 'active',
    revision: 1,
    latestPublishedVersion: published ? 1 : null,
  },
  draft: draft && {
    etag: 'e',
    baseVersionNumber: null,
    editCount: 1,
    updatedAt: new Date(0),
    updatedBy: 'someone',
    sections: Object.fromEntries(Object.entries(draft).map(([name, it]) => [name, saved(it)])),
  },
  discarded: null,
  published: published && {
    versionNumber: 1,
    sections: published,
    contentHash: 'h',
    publishedAt: new Date(0),
    publishedBy: 'someone',
  },
  secretNames: new Set(['CRM', 'SMTP']),
  judgeNumber: () => null,
  isVerified: () => true,
});

// workspace 4.9
describe('the uses of a secret', () => {
  it('are none where there is neither draft nor version', () => {
    expect(usesOfSecret(state(null, null), 'CRM')).toEqual([]);
  });

  it('are found in the draft, at any depth', () => {
    const draft = { booking: { a: [{ key: ref('CRM') }, { key: ref('SMTP') }] } };
    expect(usesOfSecret(state(draft, null), 'CRM')).toEqual([
      { source: 'draft', section: 'booking', path: 'a.0.key' },
    ]);
  });

  it('are found in the published version also where the draft has let go of them', () => {
    expect(usesOfSecret(state({ booking: {} }, { booking: { key: ref('CRM') } }), 'CRM')).toEqual([
      { source: 'published', section: 'booking', path: 'key' },
    ]);
  });

  it('come by source and section', () => {
    const both = { plugins: { key: ref('CRM') }, booking: { key: ref('CRM') } };
    expect(
      usesOfSecret(state(both, both), 'CRM').map(({ source, section }) => `${source} ${section}`),
    ).toEqual(['draft booking', 'draft plugins', 'published booking', 'published plugins']);
  });

  it('are of exactly this name', () => {
    expect(usesOfSecret(state({ booking: { key: ref('CRM_2'), crm: ref('crm') } }, null), 'CRM')).toEqual([]);
  });
});
