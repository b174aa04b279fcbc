import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refusal, show } from '../../../testing/show';
import { Templates } from './Templates';
import { Talk } from './Talk';

const KEY = { path: { project_id: 'project-a' }, query: { client_id: 'client-a' } };
const TALK = 'POST /projects/project-a/conversation-tests/runs/talk';
const RUN = 'GET /projects/project-a/conversation-tests/runs';
const aTalk = (isDirty: boolean) => (
  <Talk projectKey={KEY} language="en-AU" isDirty={isDirty} isOpen onClose={vi.fn()} />
);
const line = (role: string, text: string) => ({ role, text, offset_ms: 0 });
const aRun = (lines: readonly object[], more: object = {}) => ({
  run_id: 'run-1',
  status: 'passed',
  results: [
    { test_id: 'test-1', error_reason: null, excerpt: { status: 'available', lines }, findings: [], ...more },
  ],
});

describe('a talk with the draft', () => {
  it('sends all lines so far, and shows what answers the newest one and what came up', async () => {
    let runs = 0;
    const { user, asked } = show(aTalk(true), {
      answers: {
        [TALK]: () => ({ run_id: `run-${(runs += 1)}` }),
        [`${RUN}/run-1`]: aRun([
          line('agent', 'Good day.'),
          line('caller', 'Hi'),
          line('agent', 'How can I help?'),
        ]),
        [`${RUN}/run-2`]: aRun([line('caller', 'Hi'), line('caller', 'My number'), line('agent', 'Noted.')], {
          findings: [{ kind: 'tripwire', name: 'personal_data', turn: 2 }],
        }),
      },
    });
    await screen.findByText('You have changes that are not saved. The draft answers without them.');
    await user.type(screen.getByRole('textbox', { name: 'You say' }), 'Hi{enter}');
    await screen.findByText('Good day.');
    await screen.findByText('How can I help?');
    await user.type(screen.getByRole('textbox', { name: 'You say' }), 'My number{enter}');
    await screen.findByText('Noted.');
    await screen.findByText('Tripwire: personal_data');
    const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent.at(-1)).toEqual({
      script: { language: 'en-AU', turns: [{ says: 'Hi' }, { says: 'My number' }] },
    });
    await user.click(screen.getByRole('button', { name: 'Begin again' }));
    expect(screen.queryByText('Noted.')).toBeNull();
  });

  it('says why there is no answer', async () => {
    const { user } = show(aTalk(false), {
      answers: {
        [TALK]: { run_id: 'run-1' },
        [`${RUN}/run-1`]: aRun([], { error_reason: 'model_failed', excerpt: { status: 'none', lines: [] } }),
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'You say' }), 'Hi{enter}');
    await screen.findByText('No answer: the model failed');
  });

  it('shows the refusal of a draft that has faults', async () => {
    const { user } = show(aTalk(false), {
      answers: { [TALK]: refusal(422, { message: 'The draft has faults.' }) },
    });
    await user.type(await screen.findByRole('textbox', { name: 'You say' }), 'Hi{enter}');
    await screen.findByRole('alert');
  });
});

it('fills in an assistant from a template', async () => {
  const set = vi.fn();
  const { user } = show(<Templates set={set} />);
  await user.click(await screen.findByRole('button', { name: 'Use “Appointments”' }));
  const given = Object.fromEntries(set.mock.calls as [string, unknown][]);
  expect(Object.keys(given)).toEqual(['prompt', 'greeting', 'languages', 'voice_id', 'end_call_rules']);
  expect(given['prompt']).toContain('appointments');
});
