import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listAlertsOptions } from '../api/generated/@tanstack/react-query.gen';
import { refusal, show, type Answer } from '../testing/show';
import { Empty, Loaded } from './States';

function Alerts() {
  const query = useQuery(listAlertsOptions({ query: { client_id: 'client-a' } }));
  return (
    <>
      <Loaded query={query} what="Alerts" height={80}>
        {({ open_count: open }) => <p>{open} open</p>}
      </Loaded>
      <button type="button" onClick={() => void query.refetch()}>
        Read again
      </button>
    </>
  );
}

const ALERTS = 'GET /alerts';
const THREE = { open_count: 3, items: [] };

/** One response after the other; the last one is repeated. */
const inTurn = (...answers: readonly Answer[]): (() => Answer) => {
  let next = 0;
  return () => answers[Math.min(next++, answers.length - 1)]!;
};

describe('a part of a page', () => {
  it('is a skeleton with its name while the API is slow', async () => {
    const answer = Promise.withResolvers<typeof THREE>();
    show(<Alerts />, { answers: { [ALERTS]: answer.promise } });
    await screen.findByRole('status', { name: 'Loading: Alerts' });
    answer.resolve(THREE);
    await screen.findByText('3 open');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('says that the source did not answer, and is there again after another try', async () => {
    const { user } = show(<Alerts />, { answers: { [ALERTS]: inTurn(refusal(503), THREE) } });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Alerts is not available.*The source did not answer at/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('3 open');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['the seconds to wait', refusal(429, {}, { 'retry-after': '17' }), /Try again in 17 seconds/],
    ['that it is absent', refusal(404), /There is no such page, or you cannot see it/],
    ['what to do where the API has no words', new Response('', { status: 500 }), /Try again in a moment/],
    [
      'the request by which support finds a failure',
      refusal(500, {}, { 'x-request-id': 'request-1' }),
      /Request ID.*request-1/,
    ],
  ])('says %s', async (_, answer, words) => {
    show(<Alerts />, { answers: { [ALERTS]: answer } });
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });

  it.each([
    ['keeps earlier data while the source is unavailable', refusal(503), true],
    ['takes data away that the API refuses now', refusal(403), false],
  ])('%s', async (_, later, isKept) => {
    const { user } = show(<Alerts />, { answers: { [ALERTS]: inTurn(THREE, later) } });
    await screen.findByText('3 open');
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    await screen.findByRole('alert');
    expect(screen.queryByText('3 open') !== null).toBe(isKept);
  });

  it('stays when the session has ended: what is filled in is not lost', async () => {
    const { user, asked } = show(<Alerts />, { answers: { [ALERTS]: inTurn(THREE, refusal(401)) } });
    await screen.findByText('3 open');
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    await waitFor(() => expect(asked.filter(({ path }) => path === '/alerts')).toHaveLength(2));
    expect([screen.queryByText('3 open') !== null, screen.queryByRole('alert')]).toEqual([true, null]);
  });

  it('leads from a page of a list that no longer exists to the first one', async () => {
    const gone = refusal(422, { code: 'validation', details: { field_errors: { cursor: 'is unknown' } } });
    const { user, search } = show(<Alerts />, { at: '/alerts?cursor=old', answers: { [ALERTS]: gone } });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('refers to a page of the list that no longer exists');
    await user.click(screen.getByRole('button', { name: 'First page' }));
    await waitFor(() => expect(search()).not.toHaveProperty('cursor'));
  });
});

describe('an empty list', () => {
  it('says what would be here, and the next step', async () => {
    show(<Empty title="No alerts" next="They appear here." action={<a href="/calls">Calls</a>} />);
    expect((await screen.findByRole('status')).textContent).toBe('No alertsThey appear here.Calls');
  });

  it('leads from a page after the last one to the first', async () => {
    const onFirst = vi.fn();
    const { user } = show(<Empty title="No alerts" page={9} onFirst={onFirst} />);
    await screen.findByText('There is no page 9');
    await user.click(screen.getByRole('button', { name: 'First page' }));
    expect(onFirst).toHaveBeenCalledOnce();
  });
});
