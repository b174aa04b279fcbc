import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, expectHeld, refusal, show, type Answers } from '../../testing/show';
import { SavedViews } from './SavedViews';

const VIEWS = 'GET /portal/views';
const A_VIEW = {
  view_id: 'v',
  name: 'Missed today',
  address: '/calls?range=today&status=missed',
  shared: false,
  may_change: true,
  etag: 'e1',
  updated_at_utc: '2026-11-20T10:15:00.000Z',
  updated_by: 'person',
};

const open = (at: string, items: readonly object[], answers: Answers = {}, may_share = true) =>
  show(<SavedViews onGo={() => undefined} />, {
    at,
    session: aSession({ 'client-a': 'client_admin' }, ['listSavedViews', 'listCalls', 'getProjectLifecycle']),
    answers: { [VIEWS]: { items, may_share }, ...answers },
  });

describe('saved views', () => {
  // saved-views 2.1, 2.3
  it('save the page on the screen without what names one caller', async () => {
    const { user, asked } = open(
      '/calls?client_id=client-a&status=missed&caller=%2B61491570123&cursor=c',
      [],
      {
        'POST /portal/views': A_VIEW,
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Save this view' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
    within(dialog).getByText('Filters by a single caller, a single call or a tag are not saved.');
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), ' Missed ');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Share within this client' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('View saved.');
    const sent = asked.find(({ method }) => method === 'POST')!;
    expect(sent.body).toEqual({
      name: 'Missed',
      shared: true,
      address: '/calls?client_id=client-a&status=missed&cursor=c',
    });
    expect(sent.headers.get('Idempotency-Key')).not.toBeNull();
  });

  // saved-views 1.1, 1.3
  it('lead to their page, say which is on the screen, and change by the state that was read', async () => {
    const other = {
      ...A_VIEW,
      view_id: 'w',
      name: 'Of all',
      shared: true,
      may_change: false,
      address: '/projects',
    };
    const { user, asked } = open(
      '/calls?client_id=client-a&range=today&status=missed',
      [A_VIEW, other, { ...other, view_id: 'x', name: 'Not for me', address: '/integrations' }],
      {
        'PATCH /portal/views/v': { ...A_VIEW, name: 'Missed' },
      },
    );
    const link = await screen.findByRole('link', { name: 'Missed today' });
    expect(link.getAttribute('href')).toBe('/calls?range=today&status=missed&client_id=client-a');
    expect([link.dataset['active'], screen.getByRole('link', { name: /Of all/ }).dataset['active']]).toEqual([
      'true',
      undefined,
    ]);
    expect(screen.queryByRole('button', { name: 'Change view Of all' })).toBeNull();
    expect(screen.queryByRole('link', { name: /Not for me/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Change view Missed today' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change view' });
    await within(dialog).findByText(/Kim Person \(you\)/);
    const name = within(dialog).getByRole('textbox', { name: /Name/ });
    await user.clear(name);
    await user.type(name, 'Missed');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('View saved.');
    const sent = asked.find(({ method }) => method === 'PATCH')!;
    expect([sent.body, sent.headers.get('If-Match')]).toEqual([{ name: 'Missed', shared: false }, '"e1"']);
  });

  // saved-views 3.1
  it('say why one is not saved, and delete one', async () => {
    const { user, asked } = open('/', [A_VIEW], {
      'PATCH /portal/views/v': refusal(409, { message: 'The client has 100 shared views.' }),
      'DELETE /portal/views/v': { view_id: 'v', deleted: true },
    });
    // This page cannot be saved as a view.
    await user.click(await screen.findByRole('button', { name: 'Change view Missed today' }));
    expect(screen.queryByRole('button', { name: 'Save this view' })).toBeNull();
    const dialog = await screen.findByRole('dialog', { name: 'Change view' });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('The client has 100 shared views.');
    await user.click(within(dialog).getByRole('button', { name: 'Delete view' }));
    await screen.findByText('View deleted.');
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
  });

  it.each(['Save', 'Delete view'])('keep their dialog open until the answer to “%s”', async (action) => {
    const forever = () => new Promise<never>(() => undefined);
    const { user } = open('/', [A_VIEW], {
      'PATCH /portal/views/v': forever,
      'DELETE /portal/views/v': forever,
    });
    await user.click(await screen.findByRole('button', { name: 'Change view Missed today' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change view' });
    await user.click(within(dialog).getByRole('button', { name: action }));
    await expectHeld(user, ['Save', 'Delete view', 'Cancel', 'Close']);
  });

  it('offer no sharing to roles that may not', async () => {
    const { user } = open('/calls?client_id=client-a', [], {}, false);
    await user.click(await screen.findByRole('button', { name: 'Save this view' }));
    const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
  });
});
