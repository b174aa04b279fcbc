import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show } from '../../testing/show';
import { ProjectsPage } from './ProjectsPage';

const aProject = (project_id: string, staged_release?: object) => ({
  project_id,
  display_name: project_id,
  lifecycle_state: 'active',
  latest_published_version_number: 6,
  has_draft: false,
  timezone: 'Australia/Sydney',
  updated_at: '2026-11-20T10:00:00.000Z',
  staged_release,
});

describe('the projects of a client', () => {
  // projects 2.4
  it('say which version only some calls run', async () => {
    const items = [
      aProject('desk', { version_number: 7, percent: 20 }),
      aProject('night', { version_number: 8, percent: null }),
      aProject('front'),
    ];
    const pagination = { page: 1, page_size: 100, total_pages: 1, total_records: 3 };
    show(<ProjectsPage />, {
      session: aSession({ 'client-a': 'partner_admin' }, ['listProjects', 'listVersions']),
      answers: { 'GET /projects': { items, pagination } },
    });
    await screen.findByText('Version 7 on 20%');
    screen.getByText('Version 8 on some numbers');
    expect(screen.getAllByText('Version 6')).toHaveLength(3);
    screen.getByRole('columnheader', { name: /Last published or set up/ });
    expect(
      screen.getAllByText((_, it) => /[AP]M History$/i.test(it?.textContent ?? '')).length,
    ).toBeGreaterThan(0);
  });
});
