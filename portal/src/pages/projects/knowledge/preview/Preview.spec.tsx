import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBuild, KEY, reader, writer } from '../../../../testing/knowledge';
import { refusal, show, type Answers } from '../../../../testing/show';
import { KnowledgeParts } from '../KnowledgeParts';

const PREVIEW = 'POST /projects/desk/knowledge/preview';
const answers: Answers = {
  'GET /projects/desk/knowledge/builds': {
    items: [aBuild('failed', { state: 'failed' }), aBuild('new'), aBuild('old')],
    pagination: {},
  },
  'GET /projects/desk/draft': { etag: 'd', configurations: { assistant: { knowledge_build_id: 'new' } } },
  'GET /projects/desk/versions/4': { sections: { assistant: { knowledge_build_id: 'old' } } },
};
const shown = (more: Answers, session = writer) =>
  show(<KnowledgeParts projectKey={KEY} isOpen liveVersion={4} />, {
    session,
    at: '/?part=preview',
    answers: { ...answers, ...more },
  });
const ask = async ({ user }: ReturnType<typeof shown>): Promise<void> => {
  // The build of the version is known.
  await screen.findByDisplayValue(/Used by calls/);
  await user.click(screen.getByLabelText('Question of a caller'));
  await user.paste('Where to park?');
  await user.keyboard('{Enter}');
};

// knowledge section 8
describe('the preview', () => {
  it('shows what the newest build finds beside the one that calls use', async () => {
    const page = shown({
      [PREVIEW]: {
        build_id: 'new',
        items: [
          {
            source_id: 'a',
            title: 'Frequent questions',
            heading: 'Parking',
            page: 2,
            place: 0,
            text: 'You can park behind the building.',
            score: 0.42,
            matched_words: ['park'],
          },
        ],
        is_good: true,
        compared: { build_id: 'old', items: [], is_good: false },
      },
    });
    await ask(page);
    const found = within(await screen.findByRole('region', { name: 'Newest build · Draft' }));
    found.getByText(/Page 2/);
    found.getByText('Match: 42%');
    found.getByText('In calls, this question counts as answered.');
    expect(found.getByText('park').tagName).toBe('MARK');
    const live = within(screen.getByRole('region', { name: 'Used by calls' }));
    live.getByText('No passage contains a word of the question.');
    live.getByText('In calls, this question counts as a gap.');
    expect(page.asked.find(({ method }) => method === 'POST')!.body).toEqual({
      query: 'Where to park?',
      top_k: 3,
      build_id: 'new',
      compare_to: 'old',
    });
    // Neither the address nor the browser's storage contains it.
    expect(JSON.stringify([page.search(), { ...sessionStorage }])).not.toContain('park');
  });

  // knowledge 8.3
  it('keeps the question while another part is shown, and nowhere else', async () => {
    const page = shown({ [PREVIEW]: { build_id: 'new', items: [], is_good: false, compared: null } });
    await ask(page);
    await screen.findByText('No passage contains a word of the question.');
    await page.user.click(screen.getByRole('tab', { name: 'Gaps' }));
    await screen.findByText(/^Questions from calls in the last 30 days/);
    await page.user.click(screen.getByRole('tab', { name: 'Preview' }));
    await screen.findByDisplayValue('Where to park?');
    expect(JSON.stringify([page.search(), { ...sessionStorage }, { ...localStorage }])).not.toContain('park');
  });

  it('says after thirty questions when the next one is possible', async () => {
    const page = shown({ [PREVIEW]: refusal(429, { code: 'rate_limited' }, { 'Retry-After': '40' }) });
    await ask(page);
    await screen.findByText('You can ask at most 30 questions in five minutes.');
    screen.getByText('The next one is possible in 40 seconds.');
  });

  it.each([
    ['a person who requests builds', writer, /^Request a build/],
    ['a reader', reader, /^A partner administrator requests builds/],
  ])('leads %s to the builds while there is none', async (_, session, next) => {
    const page = shown({ 'GET /projects/desk/knowledge/builds': { items: [], pagination: {} } }, session);
    await screen.findByText(next);
    await page.user.click(await screen.findByRole('link', { name: 'Go to the builds' }));
    expect(page.search()).toEqual({ part: 'builds' });
  });
});
