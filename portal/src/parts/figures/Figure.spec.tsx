import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ExplanationResponse } from '../../api/generated';
import { Keys } from '../../shell/Keys';
import { refusal, show, type Answers } from '../../testing/show';
import { definition, of, ROUTE } from '../../testing/figure';
import { Figure } from './Figure';

const explanation: ExplanationResponse = {
  route: ROUTE,
  figure: 'categories[resolved].count',
  definition,
  value: 12,
  reason: null,
  conditions: [{ field: 'role', value: 'partner_user', source: 'role' }],
  bounds: { start_utc: '2026-10-01T00:00:00.000Z', end_utc: '2026-11-01T00:00:00.000Z', timezone: 'UTC' },
  counted: 12,
  left_out: [{ reason: 'other_projects', text: 'Projects of others.', count: 'not_visible' }],
  freshness: { rule: 'at_once', as_of_utc: '2026-11-20T10:15:00.000Z' },
  calls: {
    route: '/v1/calls/list',
    query: { start_date: '2026-10-01', end_date: '2026-10-31', primary_outcome: 'resolved' },
    total: 12,
  },
};
const open = (answers: Answers = { 'POST /explanations': { ...explanation } }) =>
  show(
    <>
      <Keys pages={[]} />
      <Figure of={of} what="Resolved">
        12
      </Figure>
    </>,
    { answers: { 'GET /definitions': { items: [definition] }, ...answers } },
  );

describe('a figure', () => {
  // figures 3.1
  it('leads to exactly its calls', async () => {
    open();
    const link = await screen.findByRole('link', { name: '12 – Resolved: show these calls' });
    expect(Object.fromEntries(new URL((link as HTMLAnchorElement).href).searchParams)).toEqual({
      client_id: 'client-a',
      range: '2026-10-01..2026-10-31',
      zone: 'UTC',
      direction: 'inbound',
      primary_outcome: 'resolved',
    });
  });

  it('explains itself by the key e', async () => {
    const { user, asked } = open();
    await screen.findByRole('link');
    await user.keyboard('e');
    const drawer = within(await screen.findByRole('dialog', { name: 'Resolved' }));
    await drawer.findByText('Calls with this primary outcome.');
    expect(asked.find(({ path }) => path === '/explanations')!.body).toMatchObject({
      route: ROUTE,
      figure: 'categories[resolved].count',
      query: { client_id: 'client-a', direction: 'inbound' },
    });
    drawer.getByText('not visible to this role');
    drawer.getByText('your role');
    drawer.getByRole('link', { name: 'Show the 12 calls' });
  });

  it.each([
    ['minor_units', 24_900, 'AUD', /^A\$249\.00$/],
    ['local_currency', 12.5, 'EUR', /^€12\.50$/],
    ['usd', 826.55, undefined, /^(US)?\$826\.55$/],
    ['percent', 12.5, undefined, /^12\.5%$/],
    ['calls', 5021, undefined, /^5,021$/],
  ] as const)('writes a value in %s as people do', async (unit, value, currency, text) => {
    const { user } = show(
      <Figure of={{ ...of, ...(currency && { currency }) }} what="Charges" calls={null}>
        shown
      </Figure>,
      {
        answers: {
          'POST /explanations': { ...explanation, value, definition: { ...definition, unit } },
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'How “Charges” is calculated' }));
    await screen.findByText(text);
    expect(screen.queryByText(/smallest|units/)).toBeNull();
  });

  it('says that it cannot be explained, by its mark too', async () => {
    const { user } = open({ 'POST /explanations': refusal(503) });
    await user.click(await screen.findByRole('button', { name: 'How “Resolved” is calculated' }));
    await screen.findByText('How this is calculated is not available');
  });
});
