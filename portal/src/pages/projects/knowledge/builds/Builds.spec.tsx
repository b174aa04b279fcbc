import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aBuild, aSource, KEY, reader, writer } from '../../../../testing/knowledge';
import { refusal, show, type Answers } from '../../../../testing/show';
import { Builds } from './Builds';

const KNOWLEDGE = '/projects/desk/knowledge';
const BUILDS = `${KNOWLEDGE}/builds`;
const draftOf = (id: string | null) => ({
  etag: 'draft-1',
  configurations: { assistant: { prompt: 'Hello.', knowledge_build_id: id } },
});
const answers: Answers = {
  [`GET ${KNOWLEDGE}/sources`]: {
    items: [aSource('a'), aSource('b'), aSource('c', { in_builds: false })],
    text_bytes: 0,
  },
  'GET /projects/desk/draft': draftOf('old'),
  'GET /projects/desk/versions/4': {
    version_number: 4,
    sections: { assistant: { knowledge_build_id: 'old' } },
  },
};
const shown = (more: Answers, session = writer) =>
  show(<Builds projectKey={KEY} isOpen liveVersion={4} />, { session, answers: { ...answers, ...more } });
const listOf = (...items: readonly object[]): Answers => ({ [`GET ${BUILDS}`]: { items, pagination: {} } });

// knowledge section 5
describe('the builds of a project', () => {
  // knowledge 2.1
  it('tell sources apart that have one title but for its case', async () => {
    const items = [
      aSource('a', { title: 'Prices' }),
      aSource('b', { title: 'PRICES', kind: 'text', language: 'de' }),
    ];
    shown({
      ...listOf(aBuild('new', { changes: { added: ['a', 'b'], changed: [], removed: [] } })),
      [`GET ${KNOWLEDGE}/sources`]: { items, text_bytes: 0 },
    });
    const names = 'Added: Prices (File, Australian English), PRICES (Text, German)';
    await screen.findByText((_, it) => it?.tagName === 'P' && it.textContent === names);
  });

  it('name the sources that changed, and what uses them; another one goes into the draft', async () => {
    let named = 'old';
    const page = shown({
      ...listOf(
        aBuild('new', { changes: { added: ['a'], changed: ['b'], removed: ['x', 'y'] } }),
        aBuild('old'),
        aBuild('bad', {
          state: 'failed',
          changes: null,
          failures: [{ source_id: 'b', code: 'not_indexed' }],
        }),
      ),
      'GET /projects/desk/draft': () => draftOf(named),
      'PUT /projects/desk/draft': () => {
        named = 'new';
        return draftOf(named);
      },
    });
    await screen.findByText('Calls, version 4');
    const rows = () => screen.getAllByRole('row').slice(1);
    within(rows()[0]!).getByText((_, it) => it?.textContent === 'Added: Title of a');
    within(rows()[0]!).getByText((_, it) => it?.textContent === 'Removed: 2 deleted sources');
    within(rows()[1]!).getByText('Draft');
    within(rows()[2]!).getByText(/^Title of b could not be indexed\./);
    screen.getByText('The next build includes 2 sources.');
    await page.user.click(screen.getByRole('button', { name: /^Use in the draft: / }));
    await screen.findByText('The draft uses this build. Calls use it once you publish.');
    const put = page.asked.find(({ method }) => method === 'PUT')!;
    expect(put.headers.get('if-match')).toBe('"draft-1"');
    expect(put.body).toEqual({
      configurations: { assistant: { prompt: 'Hello.', knowledge_build_id: 'new' } },
    });
    await page.user.click(screen.getByRole('link', { name: 'Review and publish' }));
    expect(page.search()).toMatchObject({ tab: 'release' });
  });

  // knowledge 3.8, staged-releases 1.1
  it('tell sources that a finding holds back from deleted ones, and name the build of a staged release', async () => {
    const held = aSource('x', { in_builds: false, findings: [{ name: 'phone', count: 1, accepted: false }] });
    shown({
      ...listOf(aBuild('new', { changes: { added: [], changed: [], removed: ['x', 'y'] } }), aBuild('old')),
      [`GET ${KNOWLEDGE}/sources`]: { items: [aSource('a'), held], text_bytes: 0 },
      'GET /projects/desk/versions': { items: [{ version_number: 5, state: 'staged' }], pagination: {} },
      'GET /projects/desk/staged-release': { version_number: 5, state: 'active', percent: 20 },
      'GET /projects/desk/versions/5': {
        version_number: 5,
        sections: { assistant: { knowledge_build_id: 'new' } },
      },
    });
    await screen.findByText('1 source is held back by a finding: Title of x');
    await screen.findByText('20% of callers, version 5');
    const row = within(screen.getAllByRole('row')[1]!);
    row.getByText((_, it) => it?.textContent === 'Held back by a finding: Title of x');
    row.getByText((_, it) => it?.textContent === 'Removed: 1 deleted source');
  });

  // knowledge 2.2
  it('say that the next one takes an earlier text while the new one is being read', async () => {
    const items = [
      aSource('a', { title: 'Prices', status: 'pending' }),
      aSource('b'),
      aSource('c', { status: 'failed', failure_code: 'encrypted' }),
      aSource('d', { status: 'pending', bytes: null, content_hash: null, in_builds: false }),
    ];
    shown({ ...listOf(aBuild('old')), [`GET ${KNOWLEDGE}/sources`]: { items, text_bytes: 0 } });
    await screen.findByText(
      'The next build takes the earlier text of 1 source, because the new one is still being read: Prices',
    );
    screen.getByText('1 source has no text yet: Title of d');
  });

  // knowledge 2.6
  it('say what calls would lose, also when the build before lacks it already', async () => {
    const text = (id: string) => ({ source_id: id, content_hash: 'text', chunks: 1 });
    shown({
      ...listOf(
        aBuild('newest'),
        aBuild('new', { changes: { added: [], changed: [], removed: ['c'] } }),
        aBuild('old'),
      ),
      [`GET ${BUILDS}/newest`]: { sources: [text('a')] },
      [`GET ${BUILDS}/new`]: { sources: [text('a')] },
      [`GET ${BUILDS}/old`]: { sources: [text('a'), text('c')] },
    });
    await vi.waitFor(() => {
      const lost = screen.getAllByText('Missing here, though calls use it: Title of c');
      const rows = screen.getAllByRole('row');
      expect(lost.map((it) => it.closest('tr'))).toEqual([rows[1], rows[2]]);
    });
  });

  it('show their progress, and can be cancelled', async () => {
    const page = shown({
      ...listOf(aBuild('now', { state: 'building', ended_at_utc: null, changes: null })),
      [`GET ${BUILDS}/now`]: {
        sources: [
          { source_id: 'a', chunks: 12 },
          { source_id: 'b', chunks: null },
          { source_id: 'c', chunks: null },
        ],
      },
      [`POST ${BUILDS}/now/cancel`]: refusal(409, { code: 'knowledge_build_ended' }),
    });
    await screen.findByText('1 of 3 sources indexed');
    await page.user.click(screen.getByRole('button', { name: 'Cancel build' }));
    await screen.findByText(
      'The build can no longer be cancelled: all its sources are indexed, or it has ended. Reload the page to see its state.',
    );
  });

  // knowledge 5.9
  it('say after twelve in an hour when the next one is possible', async () => {
    const page = shown({
      ...listOf(),
      [`POST ${BUILDS}`]: refusal(429, { code: 'rate_limited' }, { 'Retry-After': '1500' }),
    });
    await screen.findByText('No builds yet');
    await page.user.click(screen.getAllByRole('button', { name: 'Request a build' })[0]!);
    await screen.findByText('The next one is possible in 25 minutes.');
  });

  it('are there to read for a person who reads no draft', async () => {
    const page = shown(listOf(aBuild('new')), reader);
    await screen.findByText('Nothing: the same sources as before');
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(page.asked.map(({ path }) => path).toSorted()).toEqual([BUILDS, `${KNOWLEDGE}/sources`]);
  });
});
