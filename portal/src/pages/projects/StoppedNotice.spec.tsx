import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { KEY, writer } from '../../testing/knowledge';
import { show } from '../../testing/show';
import { StoppedNotice } from './StoppedNotice';

const stopped = {
  rule: 'failed_share',
  share: 40,
  limit: 20,
  calls: 50,
  checked_at: '2026-11-20T11:00:00.000Z',
};
const ROUTE = '/projects/desk/staged-release';

const shown = (newest: string, release: object) =>
  show(<StoppedNotice projectKey={KEY} />, {
    at: '/projects/desk?tab=assistant&client_id=client-a',
    session: writer,
    answers: {
      'GET /projects/desk/versions': { items: [{ version_number: 5, state: newest }], pagination: {} },
      [`GET ${ROUTE}`]: { version_number: 5, state: 'taken_back', ...release },
    },
  });

// workspace 15.7
describe('the parts of a project', () => {
  it('say that its last release took itself back, and why, and lead to it', async () => {
    const page = shown('taken_back', { stopped });
    await screen.findByText('Version 5 was taken back automatically');
    screen.getByText(/^Failed calls: 40% of 50 calls; the limit was 20%\./);
    await page.user.click(screen.getByRole('link', { name: 'Go to the staged release' }));
    expect(page.search()).toEqual({ client_id: 'client-a', tab: 'release' });
  });

  it.each([
    ['a person took it back', 'taken_back', { stopped: null }, 1],
    ['there is another version', 'current', { stopped }, 0],
  ])('do not if %s', async (_, newest, release, asked) => {
    const page = shown(newest, release);
    await vi.waitFor(() => expect(page.asked).toHaveLength(1 + asked));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
