import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/show';
import { changeLanguage } from '../../texts/texts';
import { CursorPages } from './CursorPages';
import { Pager } from './Pager';

describe('the pages of a list that counts them', () => {
  afterEach(() => changeLanguage('en'));
  const of = (page: number, total_pages: number) => ({ page, total_pages, total_records: 1200 });

  it('are named and chosen', async () => {
    const onChange = vi.fn();
    const { user } = show(<Pager pagination={of(2, 3)} what="People" onChange={onChange} />);
    await screen.findByText('People: 1,200');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Page 1' }));
    expect(onChange.mock.calls).toEqual([[3], [1]]);
  });

  it.each([
    ['where all is on one page', of(1, 1)],
    ['after the last page', of(4, 3)],
  ])('are nothing %s', async (_, pagination) => {
    show(
      <>
        <Pager pagination={pagination} what="People" onChange={vi.fn()} />
        <p>shown</p>
      </>,
    );
    await screen.findByText('shown');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('speak the language of the reader', async () => {
    await changeLanguage('de');
    show(<Pager pagination={of(2, 3)} onChange={vi.fn()} />);
    await screen.findByRole('button', { name: 'Nächste Seite' });
  });
});

describe('the pages of a list that knows its next one alone', () => {
  it('are places in the address', async () => {
    const { user, search } = show(<CursorPages next="place-2" />, { at: '/calls?sentiment=upset' });
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(search()).toEqual({ sentiment: 'upset', cursor: 'place-2' }));
    await user.click(await screen.findByRole('button', { name: 'First page' }));
    await waitFor(() => expect(search()).toEqual({ sentiment: 'upset' }));
  });
});
