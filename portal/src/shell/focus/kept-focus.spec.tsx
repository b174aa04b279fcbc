import { screen } from '@testing-library/react';
import { Link, useLocation } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/show';
import { useKeptFocus } from './kept-focus';

function Page() {
  const { pathname } = useLocation();
  const main = useKeptFocus(pathname, false);
  return (
    <>
      <Link to="/billing">Menu</Link>
      <main ref={main} tabIndex={-1}>
        {pathname === '/calls' ? <Link to="/alerts">Of the page</Link> : <p>{pathname}</p>}
      </main>
    </>
  );
}

describe('the focus', () => {
  it('goes to the page where the link that led there is gone, and stays on one that is not', async () => {
    const { user } = show(<Page />, { at: '/calls' });
    await user.click(await screen.findByText('Of the page'));
    await screen.findByText('/alerts');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    await user.click(screen.getByText('Menu'));
    await screen.findByText('/billing');
    expect(document.activeElement).toBe(screen.getByText('Menu'));
  });
});
