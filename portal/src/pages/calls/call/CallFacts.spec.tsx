import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { show } from '../../../testing/show';
import { changeLanguage } from '../../../texts/texts';
import { CallFacts } from './CallFacts';

const CALL = {
  call_id: 'call-1',
  project_id: 'desk',
  project_name: 'Desk',
  direction: 'inbound',
  channel: 'phone',
  call_status: 'completed',
  status_detail: null,
  started_at_utc: '2026-10-10T01:00:00.000Z',
  ended_at_utc: '2026-10-10T01:02:00.000Z',
  caller_display: '+61 *** *** 006',
  primary_outcome: { id: 'resolved' },
  disconnection_reason: 'caller_hangup',
  sentiment: 'positive',
  human_escalation: false,
  transfer: null,
  duration_seconds: 120,
  agent_name: 'Ava',
  version_number: 7,
  version_source: 'reported',
  cost_usd: 0.1834,
  cost_local: null,
  currency: null,
  cost_parts: { speech_to_text: 0.0121, model: 0.1397, telephony: 0.0316, platform: null, other: null },
  response_times: { turns: 14, p50_ms: 780, p95_ms: 1460, max_ms: 1905 },
  performance: { avg_ai_response_seconds: 0.9, provider_label: null },
  solution_id: null,
};

describe('the facts of a call', () => {
  afterEach(() => changeLanguage('en'));

  const shown = async (call: object) => {
    show(<CallFacts call={call as never} />);
    return within(await screen.findByRole('table'));
  };

  it('name its version, the parts of its cost and the waits for answers', async () => {
    const facts = await shown(CALL);
    facts.getByRole('row', { name: 'Version 7' });
    facts.getByRole('row', { name: /^Parts of the cost Speech to text: \$0\.0121.*Telephony: \$0\.0316$/ });
    facts.getByRole('row', {
      name: 'Waits for an answer Half within 0.8 s, 95% within 1.5 s, the longest 1.9 s, in 14 answers',
    });
  });

  it('say that a version follows from the time, in the language of the reader', async () => {
    await changeLanguage('de');
    const facts = await shown({ ...CALL, version_source: 'inferred' });
    facts.getByRole('row', { name: 'Version 7 (nach Zeit)' });
    facts.getByRole('row', { name: /^Anteile der Kosten Spracherkennung: 0,0121\s\$/ });
  });

  it('leave out parts and waits that nobody reported, and show an unknown version as a dash', async () => {
    const unknown = { version_number: null, version_source: null, cost_parts: null, response_times: null };
    const facts = await shown({ ...CALL, ...unknown });
    facts.getByRole('row', { name: 'Version –' });
    expect(facts.queryByText('Parts of the cost')).toBeNull();
    expect(facts.queryByText('Waits for an answer')).toBeNull();
  });
});
