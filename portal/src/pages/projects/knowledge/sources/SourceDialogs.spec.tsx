import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aSource, KEY, writer } from '../../../../testing/knowledge';
import { expectHeld, refusal, show } from '../../../../testing/show';
import { EditSource } from './EditSource';
import { Findings } from './Findings';

const SOURCE = '/projects/desk/knowledge/sources/a';

describe('the dialogs of a source', () => {
  it.each([
    ['a text', aSource('a', { kind: 'text', title: 'Prices' })],
    ['a file', aSource('a', { title: 'Prices' })],
  ])('that change %s stay open until they are answered', async (_, source) => {
    const answer = Promise.withResolvers<Response>();
    const onClose = vi.fn<() => void>();
    const page = show(<EditSource projectKey={KEY} source={source} onClose={onClose} />, {
      session: writer,
      answers: {
        [`GET ${SOURCE}/content`]: { ...source, text: 'A cut is 20 euros.' },
        [`PATCH ${SOURCE}`]: () => answer.promise,
      },
    });
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.type(await dialog.findByRole('textbox', { name: 'Title' }), ' of 2027');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectHeld(page.user, ['Close', 'Discard changes']);
    expect(onClose).not.toHaveBeenCalled();
    answer.resolve(refusal(403));
    await dialog.findByRole('alert');
    await page.user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('that accept findings stay open until they are answered', async () => {
    const finding = { name: 'phone', count: 2, accepted: false };
    const source = aSource('a', { findings: [finding], in_builds: false });
    const onClose = vi.fn<() => void>();
    const page = show(<Findings projectKey={KEY} source={source} onClose={onClose} />, {
      session: writer,
      answers: { [`PATCH ${SOURCE}`]: () => new Promise(() => undefined) },
    });
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('checkbox', { name: /^Telephone numbers/ }));
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await expectHeld(page.user, ['Cancel', 'Close']);
    expect(onClose).not.toHaveBeenCalled();
  });
});
