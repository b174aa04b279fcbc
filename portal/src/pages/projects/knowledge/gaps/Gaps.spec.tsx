import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KEY, READING, reader, writer } from '../../../../testing/knowledge';
import { aSession, show, type Answer } from '../../../../testing/show';
import { Gaps } from './Gaps';

const shown = (answer: Answer, session = reader) =>
  show(<Gaps projectKey={KEY} isOpen liveVersion={null} />, {
    session,
    answers: { 'GET /projects/desk/knowledge/gaps': answer },
  });

// knowledge section 9
describe('the gaps', () => {
  it('are hours with their questions, and the words that were missing', async () => {
    const hours = Array.from({ length: 30 }, (_, hour) => ({
      hour_start_utc: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
      questions: hour + 1,
    }));
    const words = [
      { word: 'wheelchair', questions: 4, last_hour_utc: hours[0]!.hour_start_utc, last_call_id: 'call-9' },
    ];
    const session = aSession({ 'client-a': 'client_admin' }, [...READING, 'getCall']);
    const page = shown({ hours, words }, session);
    const missing = within(await screen.findByRole('table', { name: 'Missing words' }));
    missing.getByText('wheelchair');
    const byHour = within(screen.getByRole('table', { name: 'Questions without a good answer by hour' }));
    expect(byHour.getAllByRole('row')).toHaveLength(1 + 24);
    await page.user.click(screen.getByRole('button', { name: 'Show all 30 hours' }));
    expect(byHour.getAllByRole('row')).toHaveLength(1 + 30);
    await page.user.click(missing.getByRole('link', { name: 'Open the call that last missed “wheelchair”' }));
    expect(page.path()).toBe('/calls/call-9');
  });

  it.each([
    ['a person who adds sources', writer, /Add a source/],
    ['a reader', reader, /passage was found appear here\.$/],
  ])('say to %s if there are none', async (_, session, next) => {
    shown({ hours: [], words: [] }, session);
    await screen.findByText('No gaps in the last 30 days');
    screen.getByText(next);
  });
});
