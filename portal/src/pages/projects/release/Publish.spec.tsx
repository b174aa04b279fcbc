import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { queries } from '../../../data/queries';
import { aSource, KEY, writer } from '../../../testing/knowledge';
import { refusal, show } from '../../../testing/show';
import type { Lifecycle, TabProps } from '../project';
import { Published } from './Publish';
import { ReleaseTab } from './ReleaseTab';
import { Staged } from './Staged';
import { VersionsTab } from './VersionsTab';

const tab: TabProps = {
  projectKey: KEY,
  lifecycle: {
    project: { publish_status: 'published', latest_published_version: 4, draft_status: 'draft' },
    permissions: { can_edit: true },
  } as unknown as Lifecycle,
};
const version = (version_number: number, state: string) => ({
  version_number,
  state,
  published_at: '2026-11-20T10:00:00.000Z',
  published_by: 'person',
  rolled_back_from: null,
  change_note: null,
});
const staged = {
  version_number: 5,
  state: 'active',
  percent: 20,
  started_at: '2026-11-20T10:00:00.000Z',
  started_by: 'person',
  ended_at: null,
  runtime_reported_at: null,
  change_note: null,
  stop_when: null,
  stopped: null,
};

describe('a published version', () => {
  it('is named, with the way to call it', async () => {
    const { user, search } = show(<Published message="Version 5 is published." />, {
      at: '/projects/desk?tab=release&client_id=client-a',
    });
    await screen.findByText('Version 5 is published.');
    await user.click(screen.getByRole('link', { name: 'Call it: place a test call' }));
    expect(search()).toEqual({ tab: 'testCalls', client_id: 'client-a' });
  });
});

// knowledge 7.2
const BUILDS = {
  'GET /projects/desk/versions/3': { sections: { assistant: { knowledge_build_id: 'older' } } },
  'GET /projects/desk/versions/4': { sections: { assistant: { knowledge_build_id: 'old' } } },
  'GET /projects/desk/knowledge/builds/old': {
    sources: ['a', 'x'].map((source_id) => ({ source_id, content_hash: 'text', chunks: 1 })),
  },
  'GET /projects/desk/knowledge/builds/older': {
    sources: [{ source_id: 'a', content_hash: 'text', chunks: 1 }],
  },
  'GET /projects/desk/knowledge/sources': { items: [aSource('a'), aSource('x')], text_bytes: 0 },
};

describe('a release', () => {
  it('asks first where calls lose a source', async () => {
    const held = aSource('x', { in_builds: false, findings: [{ name: 'phone', count: 1, accepted: false }] });
    const text = (id: string) => ({ source_id: id, content_hash: 'text', chunks: 1 });
    const page = show(<ReleaseTab {...tab} />, {
      session: writer,
      answers: {
        'GET /projects/desk/draft': {
          etag: 'draft-1',
          updated_at: '2026-11-20T10:00:00.000Z',
          configurations: { assistant: { knowledge_build_id: 'new' } },
        },
        'GET /projects/desk/versions/4': { sections: { assistant: { knowledge_build_id: 'old' } } },
        'GET /projects/desk/knowledge/builds/old': { sources: [text('a'), text('x')] },
        'GET /projects/desk/knowledge/builds/new': { sources: [text('a')] },
        'GET /projects/desk/knowledge/sources': { items: [aSource('a'), held], text_bytes: 0 },
        'POST /projects/desk/publish': { version_number: 5, changed: true },
      },
    });
    const sent = () => page.asked.filter(({ path }) => path === '/projects/desk/publish').length;
    await screen.findByText('The draft lacks 1 source that calls use');
    await screen.findByText('Title of x');
    await page.user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Publish without 1 source that calls use?' }),
    );
    expect(sent()).toBe(0);
    await page.user.click(dialog.getByRole('button', { name: 'Publish' }));
    await vi.waitFor(() => expect(sent()).toBe(1));
  });

  it('asks first where calls are answered from a deleted source', async () => {
    const page = show(<ReleaseTab {...tab} />, {
      session: writer,
      answers: {
        ...BUILDS,
        'GET /projects/desk/draft': {
          etag: 'draft-1',
          updated_at: '2026-11-20T10:00:00.000Z',
          configurations: { assistant: { knowledge_build_id: 'old' } },
        },
        'GET /projects/desk/knowledge/sources': { items: [aSource('a')], text_bytes: 0 },
      },
    });
    await screen.findByText('The draft uses 1 source that has been deleted');
    await page.user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Publish with 1 source that has been deleted?' }),
    );
    dialog.getByText(/^Calls will be answered from 1 deleted source\./);
    expect(page.asked.some(({ path }) => path === '/projects/desk/publish')).toBe(false);
  });

  it('asks once about the deleted sources of a build, and again about another one', async () => {
    const answers = {
      ...BUILDS,
      'GET /projects/desk/draft': {
        etag: 'draft-1',
        updated_at: '2026-11-20T10:00:00.000Z',
        configurations: { assistant: { knowledge_build_id: 'old' } },
      },
      'POST /projects/desk/publish': { version_number: 5, changed: true },
    };
    const existing = { items: [aSource('a')], text_bytes: 0 };
    const page = show(<ReleaseTab {...tab} />, {
      session: writer,
      answers: { ...answers, 'GET /projects/desk/knowledge/sources': () => ({ ...existing }) },
    });
    const sent = () => page.asked.filter(({ path }) => path === '/projects/desk/publish').length;
    const publish = async () => page.user.click(await screen.findByRole('button', { name: 'Publish' }));
    await screen.findByText('The draft uses 1 source that has been deleted');
    await publish();
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Publish' }));
    await vi.waitFor(() => expect(sent()).toBe(1));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await publish();
    await vi.waitFor(() => expect(sent()).toBe(2));
    existing.items = [];
    await queries.invalidateQueries();
    await screen.findByText('The draft uses 2 sources that have been deleted');
    await publish();
    await screen.findByRole('dialog', { name: 'Publish with 2 sources that have been deleted?' });
    expect(sent()).toBe(2);
  });

  it('that is started for some calls gets the focus', async () => {
    let isStarted = false;
    const page = show(<ReleaseTab {...tab} />, {
      session: writer,
      answers: {
        'GET /projects/desk/draft': {
          etag: 'draft-1',
          updated_at: '2026-11-20T10:00:00.000Z',
          configurations: { assistant: {} },
        },
        'GET /projects/desk/versions': () => ({
          items: [...(isStarted ? [version(5, 'staged')] : []), version(4, 'current')],
          pagination: {},
        }),
        'GET /projects/desk/staged-release': staged,
        'POST /projects/desk/staged-release': () => {
          isStarted = true;
          return staged;
        },
      },
    });
    await page.user.click(await screen.findByRole('radio', { name: 'Some callers first' }));
    await page.user.click(screen.getByRole('button', { name: 'Start staged release' }));
    const heading = await screen.findByRole('heading', { name: 'Staged release' });
    await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('is meant for its callers until a runtime has it', async () => {
    show(<Staged projectKey={KEY} published={4} canAct={false} />, {
      session: writer,
      answers: {
        'GET /projects/desk/versions': { items: [version(5, 'staged')], pagination: {} },
        'GET /projects/desk/staged-release': staged,
      },
    });
    await screen.findByText(/^It is meant for 20% of callers\./);
    screen.getByText('No runtime has reported yet that it runs this version.');
  });

  // workspace 15.7
  it.each([
    ['a person has ended', null, false],
    [
      'its rule has ended',
      { rule: 'failed_share', share: 40, limit: 20, calls: 50, checked_at: '2026-11-20T11:00:00.000Z' },
      true,
    ],
  ])('that %s is shown only with evidence that is worth reading', async (_, stopped, isShown) => {
    show(<ReleaseTab {...tab} />, {
      session: writer,
      answers: {
        'GET /projects/desk/draft': { etag: null, updated_at: null, configurations: {} },
        'GET /projects/desk/versions': { items: [version(5, 'taken_back')], pagination: {} },
        'GET /projects/desk/staged-release': { ...staged, state: 'taken_back', stopped },
      },
    });
    await screen.findByText('There is no draft');
    if (isShown) await screen.findByText(/^It has ended, and no call uses this version/);
    expect(screen.queryByText('The last staged release') !== null).toBe(isShown);
    expect(screen.queryByText('Staged release')).toBeNull();
  });

  it('that is taken back says so, and which version calls use', async () => {
    const page = show(<Staged projectKey={KEY} published={4} canAct />, {
      session: writer,
      answers: {
        'GET /projects/desk/versions': { items: [version(5, 'staged')], pagination: {} },
        'GET /projects/desk/staged-release': staged,
        'POST /projects/desk/staged-release/take-back': { ...staged, state: 'taken_back' },
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Take back' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Take back' }));
    await screen.findByText('Version 5 is taken back. All calls use the published version.');
  });
});

describe('the versions', () => {
  it('are compared from the older one, and lead to the staged release that keeps a rollback off', async () => {
    const page = show(<VersionsTab {...tab} />, {
      session: writer,
      answers: {
        'GET /projects/desk/versions': {
          items: [version(5, 'staged'), version(4, 'current'), version(3, 'published')],
          pagination: { page: 1, total_pages: 1 },
        },
        'POST /projects/desk/rollback': refusal(409, { code: 'staged_release_active' }),
      },
    });
    await page.user.click((await screen.findAllByRole('button', { name: 'Compare with current' }))[0]!);
    expect(page.search()).toMatchObject({ from: '4', to: '5' });
    await page.user.click(screen.getByRole('button', { name: 'Roll back' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Roll back' }));
    await dialog.findByText(/^A staged release is in progress\./);
    await page.user.click(dialog.getByRole('link', { name: 'Go to the staged release' }));
    expect(page.search()).toMatchObject({ tab: 'release' });
  });

  it('that go back warn of sources that calls lose, and say why an approval is in the way', async () => {
    const page = show(<VersionsTab {...tab} />, {
      session: writer,
      answers: {
        ...BUILDS,
        'GET /projects/desk/versions': {
          items: [version(4, 'current'), version(3, 'published')],
          pagination: { page: 1, total_pages: 1 },
        },
        'POST /projects/desk/rollback': refusal(422, {
          code: 'validation_failed',
          details: {
            field_errors: [
              {
                field: 'governance.release_approval',
                message: 'That version requires no second person.',
                code: 'approval_ended_by_rollback',
              },
            ],
          },
        }),
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Roll back' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Version 3 lacks 1 source that calls use');
    await dialog.findByText('Title of x');
    expect(dialog.queryByText('Removed:')).toBeNull();
    await page.user.click(dialog.getByRole('button', { name: 'Roll back' }));
    await dialog.findByText('That version requires no second person.');
    expect(dialog.queryByText(/governance\.release_approval/)).toBeNull();
  });
});
