import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, refusal, show } from '../../../testing/show';
import { CallNow } from '../single-calls/CallNow';
import { Estimate } from '../launch/Estimate';
import { NewCampaignPage } from './NewCampaignPage';

const session = aSession({ 'client-a': 'partner_admin' }, ['createOutboundCampaign', 'listAlerts']);
const PROJECTS = {
  items: [{ project_id: 'project-a', display_name: 'Reception', lifecycle_state: 'active' }],
  pagination: { total_records: 1 },
};

describe('the page of a new campaign', () => {
  it('asks whom, why and when, and folds the rest', async () => {
    const answers = { 'GET /projects': PROJECTS, 'POST /outbound-campaigns': refusal(422) };
    const { user, asked } = show(<NewCampaignPage />, {
      at: '/campaigns/new?project_id=project-a',
      session,
      answers,
    });
    for (const name of ['Who are you calling?', 'Why are you calling?', 'When?'])
      await screen.findByRole('heading', { name });
    const rules = screen.getByRole('button', { name: 'Calling rules' });
    expect(rules.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByLabelText(/Business that calls/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Telemarketing' }));
    await screen.findByLabelText(/Business that calls/);
    await user.click(screen.getByRole('radio', { name: 'Service' }));
    expect(screen.queryByLabelText(/Business that calls/)).toBeNull();
    await user.type(screen.getByLabelText(/^Name/), 'Recall');
    await user.click(screen.getByRole('button', { name: 'Create the campaign' }));
    await waitFor(() => {
      expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
        name: 'Recall',
        campaign_call_type: 'service',
      });
    });
  });

  it('opens the fold of a field that the API refuses', async () => {
    const details = { field_errors: { 'retry_policy.max_attempts': 'at most 20' } };
    const answers = { 'GET /projects': PROJECTS, 'POST /outbound-campaigns': refusal(422, { details }) };
    const { user } = show(<NewCampaignPage />, {
      at: '/campaigns/new?project_id=project-a',
      session,
      answers,
    });
    await user.type(await screen.findByLabelText(/^Name/), 'Recall');
    await user.click(screen.getByRole('button', { name: 'Create the campaign' }));
    await screen.findByText('at most 20');
    const retries = screen.getByRole('button', { name: 'Retries and answering machines' });
    expect(retries.getAttribute('aria-expanded')).toBe('true');
  });
});

it('asks for two fields of a single call', async () => {
  show(<CallNow projectId="project-a" />, { session, answers: { 'GET /projects': PROJECTS } });
  const number = await screen.findByRole('textbox', { name: /Number to call/ });
  const shown = [...document.querySelectorAll('form input:not([type=hidden])')].filter(
    (it) => !it.closest('.mantine-Accordion-root'),
  );
  expect(shown).toHaveLength(2);
  expect(shown).toContain(number);
});

// campaigns 6.8
describe('the estimate of a campaign', () => {
  const basis = {
    calls: 180,
    since_utc: '2026-11-01T00:00:00.000Z',
    average_seconds: 74,
    answered_percent: 62.3,
  };
  const KNOWN = {
    ends_at_utc: '2026-11-28T12:00:00.000Z',
    end_unknown: null,
    calls: 1400,
    contacts_left: 12,
    cost: { currency: 'AUD', amount: 212.4 },
    cost_unknown: null,
    basis,
  };
  const UNKNOWN = {
    ends_at_utc: null,
    end_unknown: 'too_few_calls',
    calls: null,
    contacts_left: null,
    cost: null,
    cost_unknown: 'too_few_calls',
    basis: { calls: 0, since_utc: null, average_seconds: null, answered_percent: null },
  };
  const estimated = (estimate: object) =>
    show(<Estimate />, {
      at: '/campaigns/campaign-a?zone=UTC',
      session,
      answers: { 'GET /outbound-campaigns//launch-preview': { estimate } },
    });

  it('says about when it ends and what it costs, and from what', async () => {
    estimated(KNOWN);
    await screen.findByText('A$212.40');
    expect(screen.getByRole('table', { name: 'End and cost' }).textContent).toContain('1,400');
    screen.getByText(/Based on the project's latest 180 outbound calls: 1:14 each from dial to end, 62.3%/);
    screen.getByText('12');
  });

  it('says why it is unknown, and never nought', async () => {
    estimated(UNKNOWN);
    const reasons = await screen.findAllByText(
      'Unknown: the project made too few outbound calls in the last 30 days',
    );
    expect(reasons).toHaveLength(2);
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });
});
