import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show } from '../../../testing/show';
import { BusinessHours } from './BusinessHours';
import { intervalsOf } from './hours-text';

const HOURS = {
  timezone: 'Australia/Sydney',
  weekly: [{ day: 'monday', intervals: [{ opens: '09:00', closes: '17:00' }] }],
  exceptions: [{ date: '2026-12-24', intervals: [] }],
  holidays_of: null,
  source: 'saved',
  etag: 'r3-1',
  open_now: true,
  next_change_at_utc: '2026-11-20T06:00:00.000Z',
};
const ROUTE = '/portal/business-hours';
const admin = aSession({ 'client-a': 'client_admin' }, ['getBusinessHours', 'saveBusinessHours']);
const reader = aSession({ 'client-a': 'client_manager' }, ['getBusinessHours']);

// business-hours 1.1, 3.2
describe('the hours of a client', () => {
  it('are typed as lines, and saved as intervals under the state that was read', async () => {
    const answers = { [`GET ${ROUTE}`]: HOURS, [`PUT ${ROUTE}`]: { ...HOURS, etag: 'r4-1' } };
    const { user, asked } = show(<BusinessHours />, { session: admin, answers });
    const tuesday = await screen.findByLabelText('Tuesday');
    screen.getByText(/^Open now/);
    await user.type(tuesday, '9:00-12:30, 13:30-17:00');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The business hours are saved.');
    const put = asked.find(({ method }) => method === 'PUT');
    expect(put?.headers.get('If-Match')).toBe('"r3-1"');
    expect(put?.body).toMatchObject({
      holidays_of: null,
      exceptions: [{ date: '2026-12-24', intervals: [] }],
      weekly: [
        { day: 'monday', intervals: [{ opens: '09:00', closes: '17:00' }] },
        {
          day: 'tuesday',
          intervals: [
            { opens: '09:00', closes: '12:30' },
            { opens: '13:30', closes: '17:00' },
          ],
        },
        ...['wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => ({ day, intervals: [] })),
      ],
    });
  });

  it('say which line is wrong, and send none of it', async () => {
    const details = { field_errors: { 'weekly.0.intervals.0.closes': 'must be after opens' } };
    const answers = { [`GET ${ROUTE}`]: HOURS, [`PUT ${ROUTE}`]: refusal(400, { details }) };
    const { user, asked } = show(<BusinessHours />, { session: admin, answers });
    await user.type(await screen.findByLabelText('Tuesday'), 'all day');
    await screen.findByText('Enter hours such as 09:00–17:00');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
    await user.clear(screen.getByLabelText('Tuesday'));
    await user.type(screen.getByLabelText('Wednesday'), '9:00-17:00');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('must be after opens');
  });

  it('are only shown to those who may not save them', async () => {
    show(<BusinessHours />, { session: reader, answers: { [`GET ${ROUTE}`]: HOURS } });
    const monday = await screen.findByLabelText<HTMLInputElement>('Monday');
    await waitFor(() => expect(monday.matches(':disabled')).toBe(true));
    expect(monday.value).toBe('09:00–17:00');
  });
});

it.each([
  ['', []],
  [' ; ', []],
  ['22:00 – 2:00', [{ opens: '22:00', closes: '02:00' }]],
  ['9-17', null],
  ['09:00', null],
])('"%s" is read as %j', (line, intervals) => {
  expect(intervalsOf(line)).toEqual(intervals);
});
