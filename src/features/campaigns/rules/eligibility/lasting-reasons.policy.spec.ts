import { describe, expect, it } from 'vitest';
import { FRIDAY, reasonsOf } from '../../../../../test/support/contact-facts.js';
import type { ComplianceRules, ContactFacts } from './contact-facts.js';

describe('the register (campaigns 5.9, 5.10)', () => {
  const days = (count: number, ms = 0): Date => new Date(Date.parse(FRIDAY) + count * 86_400_000 + ms);
  const asked = { registry_wash_required: true, registry_wash_max_age_days: 90 };
  it.each<[string, Partial<ContactFacts>, Partial<ComplianceRules>, string[]]>([
    ['on it', { registryStatus: 'listed' }, asked, ['registry_listed']],
    [
      'on it, and long ago',
      { registryStatus: 'listed', registryCheckedAt: days(-90) },
      asked,
      ['registry_listed'],
    ],
    [
      'on it, not asked for',
      { registryStatus: 'listed' },
      { registry_wash_required: false },
      ['registry_listed'],
    ],
    ['no status', { registryStatus: null }, asked, ['registry_missing']],
    ['unknown', { registryStatus: 'unknown' }, asked, ['registry_missing']],
    ['never checked', { registryCheckedAt: null }, asked, ['registry_missing']],
    ['no end', { registryValidUntil: null }, asked, ['registry_missing']],
    ['checked in the future', { registryCheckedAt: days(0, 1) }, asked, ['registry_missing']],
    ['checked this instant', { registryCheckedAt: days(0) }, asked, []],
    ['one millisecond short of 30 days', { registryCheckedAt: days(-30, 1) }, asked, []],
    ['30 days, whatever the campaign says', { registryCheckedAt: days(-30) }, asked, ['registry_stale']],
    [
      'the days of the campaign',
      { registryCheckedAt: days(-7) },
      { registry_wash_max_age_days: 7 },
      ['registry_stale'],
    ],
    ['a millisecond less', { registryCheckedAt: days(-7, 1) }, { registry_wash_max_age_days: 7 }, []],
    ['over', { registryValidUntil: days(0) }, asked, ['registry_expired']],
    ['not quite over', { registryValidUntil: days(0, 1) }, asked, []],
    [
      'stale and over',
      { registryCheckedAt: days(-31), registryValidUntil: days(-1) },
      asked,
      ['registry_stale'],
    ],
    [
      'not asked for',
      { registryStatus: null, registryCheckedAt: null },
      { registry_wash_required: false },
      [],
    ],
    ['no number', { registryStatus: 'invalid' }, asked, ['invalid_number']],
  ])('%s', (_, contact, compliance, expected) => {
    expect(reasonsOf(contact, { compliance })).toEqual(expected);
  });

  it('is asked of research where the campaign does, and of nothing else', () => {
    const listed = { registryStatus: 'listed' } as const;
    const research = (registry_wash_required: boolean) =>
      reasonsOf(listed, { callType: 'research', compliance: { registry_wash_required } });
    expect(research(true)).toEqual(['registry_listed']);
    expect(research(false)).toEqual([]);
  });
});

describe('consent (campaigns 5.11, 5.12)', () => {
  const past = new Date('2026-11-19Z');
  const ahead = new Date('2026-11-21Z');
  it.each<[string, Partial<ContactFacts>, string[]]>([
    ['none', { consentType: null }, ['consent_missing']],
    ['withdrawn', { consentWithdrawnAt: past }, ['consent_withdrawn']],
    ['withdrawn this instant', { consentWithdrawnAt: new Date(FRIDAY) }, ['consent_withdrawn']],
    [
      'withdrawn, and given again',
      { consentWithdrawnAt: past, consentGivenAt: new Date(FRIDAY) },
      ['consent_withdrawn'],
    ],
    ['withdrawn and nothing else', { consentWithdrawnAt: past, consentType: null }, ['consent_withdrawn']],
    ['to be withdrawn', { consentWithdrawnAt: ahead }, []],
    ['over', { consentExpiresAt: new Date(FRIDAY) }, ['consent_expired']],
    ['long given with an end', { consentGivenAt: new Date('2020-01-01Z'), consentExpiresAt: ahead }, []],
    ['express, three months ago', { consentGivenAt: new Date('2026-08-20T02:00:00Z') }, ['consent_expired']],
    ['a millisecond less', { consentGivenAt: new Date('2026-08-20T02:00:00.001Z') }, []],
    ['inferred, long ago', { consentType: 'inferred', consentGivenAt: new Date('2020-01-01Z') }, []],
    ['a published number', { consentType: 'published' }, ['consent_unverified']],
    ['given, nobody says when', { consentGivenAt: null }, ['consent_unverified']],
    ['given tomorrow', { consentGivenAt: ahead }, ['consent_unverified']],
    [
      'without source and evidence',
      { consentSource: null, hasConsentEvidence: false },
      ['consent_unverified'],
    ],
    ['with a source', { hasConsentEvidence: false }, []],
    ['with evidence', { consentSource: null }, []],
  ])('%s', (_, contact, expected) => {
    expect(reasonsOf(contact)).toEqual(expected);
  });

  it('is asked for where the campaign does; a withdrawal is kept in any case but service', () => {
    const compliance = { consent_required: false };
    expect(reasonsOf({ consentType: null }, { compliance })).toEqual([]);
    expect(reasonsOf({ consentWithdrawnAt: past }, { compliance })).toEqual(['consent_withdrawn']);
    expect(reasonsOf({ consentWithdrawnAt: past }, { callType: 'service', compliance })).toEqual([]);
  });
});

describe('exemptions (campaigns 5.13)', () => {
  const verified = { exemptionType: 'charity', exemptionVerified: true };
  it('lift the register and the need for consent', () => {
    expect(reasonsOf({ ...verified, registryStatus: 'listed', consentType: null })).toEqual([]);
    expect(reasonsOf({ ...verified, registryStatus: null, registryCheckedAt: null })).toEqual([]);
    const ofCampaign = { exemptionType: null, exemptionVerified: true, consentType: null };
    expect(reasonsOf(ofCampaign, { compliance: { exemption_type: 'charity' } })).toEqual([]);
  });
  it('count once they are verified', () => {
    const claimed = { exemptionType: 'charity', exemptionVerified: null };
    expect(reasonsOf({ ...claimed, consentType: null })).toEqual(['exemption_unverified']);
    expect(reasonsOf({ ...claimed, registryStatus: 'listed' })).toEqual(['registry_listed']);
    expect(reasonsOf(claimed)).toEqual([]);
    expect(reasonsOf({ exemptionType: null, exemptionVerified: true, consentType: null })).toEqual([
      'consent_missing',
    ]);
  });
  it('do not lift a withdrawal', () => {
    expect(reasonsOf({ ...verified, consentWithdrawnAt: new Date(FRIDAY) })).toEqual(['consent_withdrawn']);
  });
});
