import { describe, expect, it } from 'vitest';
import { seesBusiness, summaryOf, type ClientProfile, type ProjectRow } from './summary.policy.js';

const PROFILE: ClientProfile = {
  business_name: 'Acme',
  status: 'active',
  timezone: 'Australia/Sydney',
  web_domain: 'acme.example',
  contact_name_encrypted: Buffer.of(1),
  engagement_notes_encrypted: null,
  plan_name: 'Professional',
  currency: 'AUD',
  period_start: new Date('2026-11-01T00:00:00.000Z'),
  period_end: null,
};
const PROJECT: ProjectRow = {
  project_id: 'p1',
  display_name: 'Front desk',
  lifecycle_state: 'active',
  has_draft: true,
  latest_published_version_number: null,
  active_projects: 2,
  archived_projects: 1,
  drafts: 1,
};
const ready = (count: number) => ({ state: 'ready', count });

describe('the summary of a client', () => {
  // partner-clients 4.1, 4.2
  it('has the client, its health, its projects, a placeholder for staff, and flags', () => {
    expect(summaryOf('acme', PROFILE, 'healthy', [PROJECT], null)).toEqual({
      client: {
        client_id: 'acme',
        business_name: 'Acme',
        status: 'active',
        web_domain: 'acme.example',
        timezone: 'Australia/Sydney',
      },
      health: { state: 'healthy', active_projects: ready(2), archived_projects: ready(1), drafts: ready(1) },
      projects: [
        {
          project_id: 'p1',
          display_name: 'Front desk',
          lifecycle_state: 'active',
          has_draft: true,
          latest_published_version_number: null,
        },
      ],
      staff: { state: 'placeholder', items: [] },
      flags: { billing_enabled: true, support_enabled: true },
    });
  });

  // partner-clients 4.4
  it('shows billing, contact and notes to administrators alone', () => {
    const opened = { contactName: 'Mei', engagementNotes: null };
    expect(summaryOf('acme', PROFILE, 'healthy', [], opened)).toMatchObject({
      billing: { plan_name: 'Professional', currency: 'AUD', period_end_utc: null },
      contact: { contact_name: 'Mei' },
      engagement_notes: null,
    });
    expect(Object.keys(summaryOf('acme', PROFILE, 'healthy', [], null))).toEqual([
      'client',
      'health',
      'projects',
      'staff',
      'flags',
    ]);
    expect(
      ['partner_admin', 'partner_user', 'client_admin', 'system'].map((it) => seesBusiness(it as never)),
    ).toEqual([true, false, false, false]);
  });

  // partner-clients 3.3
  it('counts nothing of projects that could not be read, and zero where there are none', () => {
    const { health: lost, projects } = summaryOf('acme', PROFILE, 'unknown', null, null);
    expect([lost.active_projects, lost.drafts, projects]).toEqual([
      { state: 'unavailable', count: null },
      { state: 'unavailable', count: null },
      [],
    ]);
    expect(summaryOf('acme', PROFILE, 'healthy', [], null).health.active_projects).toEqual(ready(0));
  });
});
