import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { problemOf } from '../api/problem';
import type { Download } from '../data/download';
import { show } from '../testing/show';
import { FileOutcome } from './FileOutcome';

const cancel = vi.fn();
const download = (state: Download['state']): Download => ({ state, cancel, start: vi.fn() });
const refused = (status: number, body: object) =>
  download({ kind: 'refused', problem: problemOf(status, new Headers({ 'retry-after': '5' }), body) });

describe('a download', () => {
  it('says that it goes on, and ends when the person no longer wants it', async () => {
    const { user } = show(<FileOutcome download={download({ kind: 'running', bytes: 0 })} />);
    await screen.findByText('Preparing the file.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(cancel).toHaveBeenCalledOnce();
  });

  // calls-export 8.1, 8.2
  it.each([
    ['saved', download({ kind: 'saved' }), /The file is saved/],
    ['without a row', download({ kind: 'empty' }), /No calls match.*There is no file/],
    ['interrupted', download({ kind: 'broken' }), /Nothing was saved/],
    ['too large', refused(413, { code: 'EXPORT_TOO_LARGE' }), /too many calls for one file/],
    ['one too many', refused(429, { code: 'EXPORT_THROTTLED' }), /Try again in 5 seconds/],
    ['not permitted', refused(403, { code: 'EXPORT_DENIED' }), /Your role does not allow this export/],
    ['by a code that is new', refused(500, { code: 'NEW', message: 'Broken.' }), /Broken\./],
  ])('says how it ended: %s', async (_, ended, words) => {
    show(<FileOutcome download={ended} />);
    const role = /saved|empty/.test(ended.state.kind) ? 'status' : 'alert';
    expect((await screen.findByRole(role)).textContent).toMatch(words);
  });
});
