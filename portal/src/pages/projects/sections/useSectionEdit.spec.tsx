import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/show';
import type { Draft } from '../project';
import { useSectionEdit } from './useSectionEdit';

const KEY = { path: { project_id: 'project-a' }, query: { client_id: 'client-a' } };
const draftWith = (prompt: string) => ({ etag: 'etag-1', configurations: { assistant: { prompt } } });

function Edited() {
  const edit = useSectionEdit(KEY, 'assistant', draftWith('Old.') as unknown as Draft);
  return (
    <>
      <button onClick={() => edit.set('prompt', 'New.')}>Type</button>
      <button onClick={edit.save}>Save</button>
      <output>{edit.isDirty ? 'unsaved' : 'saved'}</output>
    </>
  );
}

it('says that a section is saved, and which', async () => {
  const { user, asked } = show(<Edited />, {
    answers: {
      'PUT /projects/project-a/draft': draftWith('New.'),
      'GET /projects/project-a/draft': draftWith('New.'),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Type' }));
  await screen.findByText('unsaved');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/is saved in the draft\.$/);
  await screen.findByText('saved');
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    configurations: { assistant: { prompt: 'New.' } },
  });
});
