import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../testing/show';
import { History } from './History';

const bucket = (hour: number) => ({
  bucket_start_utc: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
  peak_in_use: 0,
  avg_in_use: 0,
  limit: null,
  blocked: 0,
});

describe('the history of capacity', () => {
  it('has a gap, and no 0, before use was counted', async () => {
    const { user } = show(<History clientId="client-a" />, {
      at: '/integrations?tab=capacity&zone=UTC',
      answers: {
        'GET /capacity/history': {
          range: '7d',
          bucket_minutes: 60,
          counted_from_utc: '2026-11-20T02:30:00.000Z',
          buckets: [0, 1, 2, 3].map(bucket),
        },
      },
    });
    await screen.findByText(/^Counted since:/);
    await user.click(screen.getByRole('button', { name: 'Show as a table' }));
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringContaining('3:00'),
      expect.stringContaining('2:00'),
    ]);
  });
});
