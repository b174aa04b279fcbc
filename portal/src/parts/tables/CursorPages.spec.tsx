import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/show';
import { CursorPages } from './CursorPages';

describe('the steps through a list', () => {
  it('keep the focus on a button that leads nowhere any more', async () => {
    const { user, search } = show(<CursorPages next={null} />, { at: '/calls?cursor=last' });
    const first = await screen.findByRole('button', { name: 'First page' });
    const next = screen.getByRole('button', { name: 'Next page' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    await user.click(first);
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('stay where they are when the last page is reached', async () => {
    const { user } = show(<CursorPages next="more" />, { at: '/calls' });
    const next = await screen.findByRole('button', { name: 'Next page' });
    await user.click(next);
    expect(document.activeElement).toBe(next);
  });
});
