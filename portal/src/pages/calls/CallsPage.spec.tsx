import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show, type Answers } from '../../testing/show';
import { CallsPage } from './CallsPage';

const LIST = 'GET /calls/list';
const none = { items: [], next_cursor: null, pagination: { total_records: 0 } };
const at = '/calls?zone=UTC&range=2026-10-10..2026-10-10';
const shown = (answers: Answers, query = '') => show(<CallsPage />, { at: at + query, answers });

describe('the page of calls', () => {
  it('asks for the day, the zone and the filters of the address', async () => {
    const { asked } = shown({ [LIST]: none }, '&sentiment=upset&min_duration_seconds=90&sort_order=asc');
    await screen.findByText('No calls match');
    await screen.findByText('0 calls');
    // Excluding the strip of calls in progress.
    const lists = asked.filter(({ path }) => path === '/calls/list');
    expect(lists.find(({ query }) => query['status'] === undefined)?.query).toMatchObject({
      client_id: 'client-a',
      start_date: '2026-10-10',
      timezone: 'UTC',
      sentiment: 'upset',
      min_duration_seconds: '90',
      sort_order: 'asc',
    });
  });

  it('puts a filter into the address at once, a typed one when the person stops, and clears all', async () => {
    const { user, search } = shown({ [LIST]: none }, '&cursor=place-2');
    await user.click(await screen.findByRole('combobox', { name: 'Sentiment' }));
    await user.click(await screen.findByRole('option', { name: 'Upset' }));
    await waitFor(() => expect(search()).toMatchObject({ sentiment: 'upset' }));
    expect(search()).not.toHaveProperty('cursor');
    await user.click(screen.getByLabelText('Call ID begins with'));
    await user.paste('call-7');
    await waitFor(() => expect(search()).toMatchObject({ search: 'call-7' }));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(Object.keys(search()).sort()).toEqual(['range', 'zone']));
  });

  it.each(['15', '0491 570 158'])('says what a caller filter may be before it asks: %s', async (typed) => {
    const { user, search, asked } = shown({ [LIST]: none });
    await user.click(await screen.findByRole('button', { name: /^More filters/ }));
    await user.click(screen.getByLabelText('Caller number'));
    await user.paste(typed);
    await screen.findByText(/^Enter the last three digits, such as 156/);
    await user.clear(screen.getByLabelText('Caller number'));
    await user.paste('158');
    await waitFor(() => expect(search()).toMatchObject({ caller: '158' }));
    expect(asked.some(({ query }) => query['caller'] === typed)).toBe(false);
  });

  it('filters by the version that served calls, and shows it in a column of its own', async () => {
    const served = {
      call_id: 'call-7',
      direction: 'inbound',
      call_status: 'completed',
      started_at_utc: '2026-10-10T01:00:00.000Z',
      primary_outcome: { id: 'resolved' },
      version_number: 7,
      version_source: 'inferred',
    };
    const { asked } = shown({ [LIST]: { ...none, items: [served] } }, '&version=7&columns=caller,version');
    await screen.findByRole('cell', { name: '7 (by time)' });
    expect(asked.some(({ path, query }) => path === '/calls/list' && query['version'] === '7')).toBe(true);
    screen.getByRole('button', { name: /^Version:/ });
  });

  it('wants a project before the number of a version', async () => {
    const { user, asked } = shown({ [LIST]: none });
    await user.click(await screen.findByRole('button', { name: /^More filters/ }));
    await user.type(screen.getByLabelText('Version'), '7');
    await screen.findByText(/^Choose a project first/);
    expect(asked.some(({ query }) => query['version'] === '7')).toBe(false);
  });

  it('says to a person who cannot export who can', async () => {
    const session = aSession({ 'client-a': 'partner_user' }, ['listCalls']);
    show(<CallsPage />, { at, session, answers: { [LIST]: none } });
    await screen.findByText(/^Your role cannot export calls\. Ask a partner administrator/);
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('shows the fault of a filter beside it', async () => {
    const fault = { details: { field_errors: { search: 'must be an id' } } };
    const { user } = shown({ [LIST]: refusal(422, fault) }, '&search=%3F&min_duration_seconds=long');
    await screen.findByText('must be an id');
    await user.click(screen.getByRole('button', { name: /^More filters/ }));
    await screen.findByText('Enter a number of seconds, such as 90');
  });

  it('calls a missed caller back from the row, without leaving the list', async () => {
    const missed = (call_id: string, direction: string) => ({
      call_id,
      direction,
      call_status: 'missed',
      started_at_utc: '2026-10-10T01:00:00.000Z',
      caller_display: `+61 *** *** ${call_id}`,
      primary_outcome: { id: 'unclassified' },
    });
    const saved = { call_id: '156', state: null, etag: '0', tags: [], owner: null, due_at_utc: null };
    const number = '+61491570156';
    const { user, asked, path } = shown(
      {
        [LIST]: { ...none, items: [missed('156', 'inbound'), missed('157', 'outbound')] },
        'GET /calls/156/follow-up': saved,
        'GET /calls/156': { call_id: '156', project_id: 'p1', caller: { number, name: null } },
        'POST /calls/156/audit-pii-access': {},
      },
      '&status=missed&follow_up=not_done',
    );
    const call = await screen.findByRole('button', { name: 'Call back: +61 *** *** 156' });
    expect(screen.getAllByRole('button', { name: /^Call back/ })).toHaveLength(1);
    expect(asked.some((it) => it.path === '/calls/156')).toBe(false);
    await user.click(call);
    expect((await screen.findByRole('link', { name: number })).getAttribute('href')).toBe(`tel:${number}`);
    expect(path()).toBe('/calls');
  });

  it('calls back from no list of outbound calls', async () => {
    shown({ [LIST]: none }, '&status=missed&direction=outbound');
    await screen.findByText('No calls match');
    expect(screen.queryByText('Call back')).toBeNull();
  });

  it('shows each filter that has no control in sight, and removes it with a click', async () => {
    const { user, search } = shown(
      { [LIST]: none },
      '&sentiment=upset&channel=web&human_escalation=true&min_duration_seconds=90&follow_up_owner=person&cursor=2',
    );
    const chips = within(await screen.findByRole('group', { name: 'Active filters' }));
    const names = () => chips.getAllByRole('button').map(({ textContent }) => textContent);
    await waitFor(() =>
      expect(names()).toEqual([
        'Channel:\u00a0Web',
        'At least (seconds):\u00a090',
        'Handover reported:\u00a0Yes',
        'Owner:\u00a0Kim Person (you)',
      ]),
    );
    await user.click(chips.getByRole('button', { name: /^Channel/ }));
    await waitFor(() => expect(search()).not.toHaveProperty('channel'));
    expect(search()).toMatchObject({ sentiment: 'upset', human_escalation: 'true' });
    expect(search()).not.toHaveProperty('cursor');
    for (const name of [/^Handover/, /^Owner/, /^At least/])
      await user.click(chips.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull());
  });
});
