import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession, show } from '../../testing/show';
import { LastChange } from './LastChange';
import type { Draft, Lifecycle } from './project';

const KEY = { path: { project_id: 'desk' }, query: { client_id: 'client-a' } } as const;
const draft = {
  sections: {
    assistant: { state: 'valid', updated_at: '2026-11-20T10:00:00.000Z', updated_by: 'mei' },
    booking: { state: 'empty', updated_at: null, updated_by: null },
  },
} as unknown as Draft;
const lifecycle = (more: object = {}) =>
  ({
    project: {
      project_id: 'desk',
      created_at: '2026-11-01T10:00:00.000Z',
      created_by: 'lee',
      updated_at: '2026-11-29T10:00:00.000Z',
      ...more,
    },
  }) as unknown as Lifecycle;
const version = (published_at: string) => ({ version_number: 5, published_at, published_by: 'kim' });

describe('the last change of a project', () => {
  it.each([
    ['of a section', lifecycle(), [], /Assistant.*Mei/],
    ['of a publication', lifecycle(), [version('2026-11-21T10:00:00.000Z')], /Version 5.*Kim/],
    [
      'of the lifecycle',
      lifecycle({ archived_at: '2026-11-22T10:00:00.000Z', archived_by: 'lee' }),
      [version('2026-11-21T10:00:00.000Z')],
      /Archived.*Lee/,
    ],
  ])('%s names what, when and who, and leads to the history', async (_, of, items, text) => {
    const { search, user } = show(<LastChange projectKey={KEY} draft={draft} lifecycle={of} />, {
      session: aSession({ 'client-a': 'partner_admin' }, ['getDraft']),
      answers: {
        'GET /projects/desk/versions': { items, pagination: {} },
        'GET /portal/names': ({ query }) => ({
          items: String(query['ids'])
            .split(',')
            .map((id) => ({ id, kind: 'colleague', display_name: id[0]!.toUpperCase() + id.slice(1) })),
        }),
      },
    });
    const line = (await screen.findByText(/^Last changed:/)).closest('div')!;
    await expect.poll(() => line.textContent).toMatch(text);
    await user.click(screen.getByRole('link', { name: 'History' }));
    await expect.poll(() => search()['tab']).toBe('versions');
  });
});
