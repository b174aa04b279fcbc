import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Instant } from '../parts/values/Instant';
import { show } from '../testing/show';
import { ViewFilters } from './PageHead';

describe('the filters of a view', () => {
  afterEach(() => vi.useRealTimers());

  const at = '/calls?range=2026-10-05..2026-10-09&zone=UTC&cursor=place-2';

  it('change the address, and begin the list anew', async () => {
    const { user, search } = show(<ViewFilters />, { at });
    await user.click(await screen.findByRole('combobox', { name: 'Range' }));
    await user.click(await screen.findByRole('option', { name: 'Last 30 days' }));
    await waitFor(() => expect(search()).toEqual({ range: '30', zone: 'UTC' }));
  });

  it('name a range whose days are those of today', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-09T12:00:00Z') });
    show(<ViewFilters />, { at: '/calls?range=2026-10-09..2026-10-09&zone=UTC' });
    const range = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Range' });
    expect(range.value).toBe('Today');
  });

  it('take two days of a calendar', async () => {
    const { user, search } = show(<ViewFilters />, { at });
    await user.click(await screen.findByRole('button', { name: /^Days: Oct 5.*9, 2026$/ }));
    await user.click(await screen.findByRole('button', { name: '12 October 2026' }));
    await user.click(screen.getByRole('button', { name: '14 October 2026' }));
    await waitFor(() => expect(search()).toEqual({ range: '2026-10-12..2026-10-14', zone: 'UTC' }));
  });

  it('show an instant in their zone', async () => {
    show(<Instant at="2026-10-05T22:30:00Z" />, { at: '/calls?zone=Australia/Sydney' });
    await screen.findByText('Oct 6, 2026, 9:30 AM');
  });
});
