import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBuild, aSource, writer } from '../../../testing/knowledge';
import { show } from '../../../testing/show';
import { ChangeList } from './ChangeList';

const change = {
  section: 'assistant',
  path: 'knowledge_build_id',
  op: 'replace',
  from: 'old',
  to: 'new',
} as const;

const shown = (requested_at_utc: string) => {
  const source = (content_hash: string) => ({ source_id: 'a', content_hash, chunks: 1 });
  const build = (id: string, more: object) => ({ ...aBuild(id), sources: [source(id)], ...more });
  return show(<ChangeList changes={[change]} />, {
    at: '/projects/desk?client_id=client-a',
    path: '/projects/$projectId',
    session: writer,
    answers: {
      'GET /projects/desk/knowledge/builds/old': build('old', {}),
      'GET /projects/desk/knowledge/builds/new': build('new', { requested_at_utc }),
      'GET /projects/desk/knowledge/sources': { items: [aSource('a')], text_bytes: 0 },
    },
  });
};

describe('the comparison of two versions', () => {
  // knowledge 7.2
  it.each([
    ['two builds of one minute once', '2026-11-20T10:00:40.000Z', 1],
    ['other builds before and after', '2026-11-20T10:02:00.000Z', 2],
  ])('names %s, with the sources that differ', async (_, at, sides) => {
    shown(at);
    await screen.findByText((__, it) => it?.tagName === 'P' && it.textContent === 'Changed: Title of a');
    const row = within(screen.getAllByRole('row')[1]!);
    expect(row.getAllByText(/ · 3 sources$/)).toHaveLength(sides);
  });
});
