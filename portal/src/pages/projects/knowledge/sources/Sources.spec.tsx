import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { KnowledgeSource } from '../../../../api/generated';
import { aSource, holdUploads, KEY, reader, writer } from '../../../../testing/knowledge';
import { refusal, show, type Answers, type Shown } from '../../../../testing/show';
import { Sources } from './Sources';

const SOURCES = '/projects/desk/knowledge/sources';
const listOf = (...items: readonly KnowledgeSource[]): Answers => ({
  [`GET ${SOURCES}`]: { items, text_bytes: 12_045 },
});
const shown = (answers: Answers, { session = writer, isOpen = true } = {}) =>
  show(<Sources projectKey={KEY} isOpen={isOpen} liveVersion={null} />, { session, answers });

const editing = async ({ user }: Shown) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Prices' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  return within(await screen.findByRole('dialog'));
};

// knowledge section 2
describe('the sources of a project', () => {
  it('say in words why one could not be read, and which ones a build takes', async () => {
    shown(
      listOf(
        aSource('a'),
        aSource('b', { status: 'failed', failure_code: 'encrypted', content_hash: null, in_builds: false }),
        aSource('c', { status: 'pending', bytes: null, content_hash: null, in_builds: false }),
        aSource('d', { findings: [{ name: 'phone', count: 2, accepted: false }], in_builds: false }),
        aSource('e', {
          status: 'failed',
          failure_code: 'page_refused',
          kind: 'url',
          url: 'https://x.example',
        }),
      ),
    );
    await screen.findByText('It needs a password. Upload it without one.');
    screen.getByText('No content yet');
    screen.getByText('Held back');
    expect(screen.getAllByText('No text')).toHaveLength(2);
    // The page shows the text of the earlier processing.
    expect(screen.getAllByText('The text that was read before stays in use.')).toHaveLength(1);
    expect(screen.getAllByText('Included')).toHaveLength(2);
  });

  it('are added as a text, which is sent with its progress and can be cancelled', async () => {
    const uploads = holdUploads();
    const page = shown({
      ...listOf(),
      [`POST ${SOURCES}`]: { ...aSource('new', { kind: 'text', title: 'Prices' }) },
    });
    await screen.findByText('No sources yet');
    await page.user.click(screen.getAllByRole('button', { name: 'Add a source' })[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('radio', { name: 'Text' }));
    await page.user.click(dialog.getByLabelText('Title'));
    await page.user.paste('Prices');
    await page.user.click(dialog.getByRole('textbox', { name: 'Text' }));
    await page.user.paste('A cut is 20 euros.');
    await page.user.click(dialog.getByRole('button', { name: 'Add' }));
    const sent = await screen.findByText('0 kB of 1 kB');
    // It changes many times a second, and the progress bar has it too.
    expect(sent.closest('[role="status"], [aria-live]')).toBeNull();
    const { body, headers } = page.asked.find(({ method }) => method === 'POST')!;
    expect(body).toEqual({ kind: 'text', title: 'Prices', language: 'en' });
    expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    const [upload] = uploads;
    expect(upload!.address).toBe(`PUT /api/v1${SOURCES}/new/content?client_id=client-a`);
    expect(upload!.content.size).toBe(18);
    act(() => upload!.answer(503, { error: { message: 'Not now.' } }));
    await screen.findByText('Stopped at 0 kB of 1 kB');
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('0 kB of 1 kB');
    await page.user.click(screen.getByRole('button', { name: 'Cancel the upload of Prices' }));
    expect(uploads[1]!.isStopped()).toBe(true);
    expect(screen.queryByText(/kB of/)).toBeNull();
  });

  it('are still there, unsent, when the dialog opens again', async () => {
    const uploads = holdUploads();
    const page = shown({ ...listOf(aSource('a')), [`POST ${SOURCES}`]: aSource('new', { kind: 'text' }) });
    const adding = async () => {
      await page.user.click(await screen.findByRole('button', { name: 'Add a source' }));
      return within(await screen.findByRole('dialog'));
    };
    let dialog = await adding();
    await page.user.click(dialog.getByRole('radio', { name: 'Text' }));
    await page.user.click(dialog.getByLabelText('Title'));
    await page.user.paste('Prices');
    await page.user.click(dialog.getByRole('textbox', { name: 'Text' }));
    await page.user.paste('A cut is 20 euros.');
    await page.user.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    dialog = await adding();
    dialog.getByDisplayValue('Prices');
    dialog.getByDisplayValue('A cut is 20 euros.');
    await page.user.click(dialog.getByRole('button', { name: 'Add' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sessionStorage).toHaveLength(0);
    act(() => uploads[0]!.answer(200, {}));
  });

  // knowledge 2.1
  it('may have the title of another one, and say so while it is written', async () => {
    const page = shown(listOf(aSource('a', { title: 'Prices' })));
    await page.user.click(await screen.findByRole('button', { name: 'Add a source' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByLabelText('Title'));
    await page.user.paste('PRICES ');
    dialog.getByText(/^Another source has this title/);
    await page.user.paste('of 2027');
    expect(dialog.queryByText(/^Another source has this title/)).toBeNull();
  });

  // knowledge 3.8
  it.each([
    ['text', /^Choose Edit/],
    ['file', /upload the document again/],
    ['url', /have it read again/],
  ] as const)('of kind %s say what to do about findings', async (kind, words) => {
    const finding = { name: 'phone', count: 2, accepted: false };
    const page = shown(listOf(aSource('a', { kind, findings: [finding], in_builds: false })));
    await page.user.click(await screen.findByRole('button', { name: 'Review 1 finding' }));
    await screen.findByText(words);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  // knowledge 3.8
  it('enter builds once a person accepts their findings by name', async () => {
    const finding = { name: 'phone', count: 2, accepted: false };
    const source = aSource('a', { findings: [finding], in_builds: false });
    const page = shown({ ...listOf(source), [`PATCH ${SOURCES}/a`]: { ...source } });
    await page.user.click(await screen.findByRole('button', { name: 'Review 1 finding' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('In 2 passages');
    await page.user.click(dialog.getByRole('checkbox', { name: /^Telephone numbers/ }));
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Title of a is saved.');
    const { body, headers } = page.asked.find(({ method }) => method === 'PATCH')!;
    expect(body).toEqual({ accepted_findings: ['phone'] });
    expect(headers.get('if-match')).toBe('"etag-a"');
  });

  // errors 4.3
  it('show both sides where another person was faster', async () => {
    let saved = aSource('a');
    const page = shown({
      [`GET ${SOURCES}`]: () => ({ items: [saved], text_bytes: 0 }),
      [`PATCH ${SOURCES}/a`]: () => {
        saved = aSource('a', { title: 'Their title', etag: 'etag-2' });
        return refusal(409, {
          code: 'conflict',
          details: { stale: { current: 'etag-2', changed_paths: null } },
        });
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Actions for Title of a' }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await page.user.clear(title);
    await page.user.paste('My title');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    const sides = within(await dialog.findByRole('table', { name: 'Both sides' }));
    sides.getByText('Their title');
    sides.getByText('My title');
    await page.user.click(dialog.getByRole('button', { name: 'Save mine' }));
    const sent = () => page.asked.filter(({ method }) => method === 'PATCH');
    await screen.findByText('Someone changed this in the meantime');
    expect(sent().at(-1)!.headers.get('if-match')).toBe('"etag-2"');
  });

  // knowledge 3.10
  it('of kind text show their text to edit, and send it guarded by what the person read', async () => {
    const [source, text] = [aSource('a', { kind: 'text', title: 'Prices' }), 'A cut is 20 euros.'];
    const page = shown({
      ...listOf(source),
      [`GET ${SOURCES}/a/content`]: { ...source, etag: 'etag-2', text },
      [`PATCH ${SOURCES}/a`]: { ...source, etag: 'etag-3' },
      [`PUT ${SOURCES}/a/content`]: { ...source },
    });
    const dialog = await editing(page);
    const field = await dialog.findByDisplayValue(text);
    await page.user.clear(field);
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    dialog.getByText('Enter a text, or delete the source instead.');
    await page.user.click(field);
    await page.user.paste('A cut is 25 euros.');
    await page.user.click(dialog.getByRole('textbox', { name: 'Title' }));
    await page.user.paste(' of 2027');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Prices of 2027 is saved.');
    const writes = page.asked.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, headers, body }) => [method, headers.get('if-match'), body])).toEqual([
      ['PATCH', '"etag-2"', { title: 'Prices of 2027', language: 'en-AU', refresh: 'none' }],
      ['PUT', '"etag-3"', 'A cut is 25 euros.'],
    ]);
  });

  it('of kind text whose text alone is refused take it again, as a change of nobody else', async () => {
    const source = aSource('a', { kind: 'text', title: 'Prices', etag: 'etag-1' });
    let now = { ...source, text: 'A cut is 20 euros.' };
    let isRefused = true;
    const page = shown({
      [`GET ${SOURCES}`]: () => ({ items: [now], text_bytes: 0 }),
      [`GET ${SOURCES}/a/content`]: () => now,
      [`PATCH ${SOURCES}/a`]: () => (now = { ...now, title: 'Prices of 2027', etag: 'etag-2' }),
      [`PUT ${SOURCES}/a/content`]: () => (isRefused ? refusal(503) : now),
    });
    const dialog = await editing(page);
    await page.user.click(await dialog.findByDisplayValue(now.text));
    await page.user.paste(' Or 25.');
    await page.user.click(dialog.getByRole('textbox', { name: 'Title' }));
    await page.user.paste(' of 2027');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByRole('alert');
    const again = await dialog.findByRole('button', { name: 'Save' });
    await vi.waitFor(() => expect(again.matches(':enabled')).toBe(true));
    expect(dialog.queryByRole('table', { name: 'Both sides' })).toBeNull();
    isRefused = false;
    await page.user.click(again);
    await screen.findByText('Prices of 2027 is saved.');
    const writes = page.asked.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, headers }) => [method, headers.get('if-match')])).toEqual([
      ['PATCH', '"etag-1"'],
      ['PUT', '"etag-2"'],
      ['PUT', '"etag-2"'],
    ]);
  });

  // knowledge 3.10
  it.each([
    [409, 'knowledge_text_not_kept', /^This text cannot be shown/],
    [503, 'unavailable', /^Text is not available/],
  ])('of kind text whose text is answered with %i %s say so', async (status, code, words) => {
    const page = shown({
      ...listOf(aSource('a', { kind: 'text', title: 'Prices' })),
      [`GET ${SOURCES}/a/content`]: () => refusal(status, { code }),
    });
    await (await editing(page)).findByText(words);
  });

  it.each([
    ['a reader', { session: reader }],
    ['an archived project', { isOpen: false }],
  ])('are there to read for %s', async (_, options) => {
    const held = aSource('b', { findings: [{ name: 'email', count: 1, accepted: false }], in_builds: false });
    shown(listOf(aSource('a'), held, aSource('c', { text_is_open: false })), options);
    await screen.findByText('Title of a');
    screen.getByText('Email addresses');
    const buttons = screen.getAllByRole('button').map((it) => it.getAttribute('aria-label'));
    expect(buttons).toEqual(['Read the text: Title of a']);
  });

  // knowledge 3.10, 3.11
  it.each([
    [
      'a file, whose address is opened',
      aSource('a'),
      /^As it was read from the file/,
      'Prices\n\nA cut is 20 euros.',
    ],
    ['a text', aSource('a', { kind: 'text' }), 'As it was read, without formatting.', 'Prices'],
  ])('show a reader the text of %s', async (_, source, how, text) => {
    const page = shown(
      {
        ...listOf(source),
        [`GET ${SOURCES}/a/content`]: { ...source, text, is_whole: source.kind === 'text' },
      },
      { session: reader },
    );
    await page.user.click(await screen.findByRole('button', { name: 'Read the text: Title of a' }));
    expect(page.search()).toEqual({ open: 'a' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Title of a' }));
    await dialog.findByText((_found, element) => element?.tagName === 'P' && element.textContent === text);
    dialog.getByText(how);
    expect(dialog.queryByText(/^This is the beginning/) === null).toBe(source.kind === 'text');
    await page.user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(page.search()).toEqual({});
  });

  it.each([
    [
      'is held back',
      'b',
      () => refusal(409, { code: 'knowledge_text_held_back' }),
      /^Its text can be read here once/,
    ],
    ['does not exist', 'x', {}, /^The source that the link names is not here/],
  ] as const)('say so where a link names one that %s', async (_, open, answer, words) => {
    const held = aSource('b', { findings: [{ name: 'email', count: 1, accepted: false }], in_builds: false });
    show(<Sources projectKey={KEY} isOpen liveVersion={null} />, {
      session: reader,
      at: `/?open=${open}`,
      answers: { ...listOf(held), [`GET ${SOURCES}/b/content`]: answer },
    });
    await screen.findByText(words);
  });
});
