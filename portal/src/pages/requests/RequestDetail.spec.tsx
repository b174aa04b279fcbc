import { screen } from '@testing-library/react';
import { describe, it } from 'vitest';
import { show } from '../../testing/show';
import { RequestDetail } from './RequestDetail';

const request = {
  id: 'r',
  tracking_id: 'REQ-0007',
  request_type: 'access',
  status: 'ready',
  due_state: 'overdue',
  due_date_local: '2026-11-20',
  days_remaining: -8,
  received_at_utc: '2026-10-21T00:00:00.000Z',
  timezone: 'Australia/Sydney',
  caller_display: '+61 *** *** 156',
  contact_kind: 'phone',
  data_found_state: 'found',
  project_labels: [],
};

describe('an overdue request', () => {
  it('tells a client_admin who owns it, since when it is late, what comes next and whom to ask', async () => {
    show(<RequestDetail requestId="r" clientId="client-a" />, {
      answers: { 'GET /compliance/caller-requests': { items: [request] } },
    });
    await screen.findByText('Staff of the platform');
    screen.getByText('Nov 20, 2026');
    screen.getByText('Staff begin to collect or erase the data.');
    screen.getByText(/Quote REQ-0007 to your contact/);
  });
});
