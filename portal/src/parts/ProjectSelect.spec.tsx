import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refusal, show } from '../testing/show';
import { ProjectSelect } from './ProjectSelect';

const PROJECTS = 'GET /projects';
const two = {
  items: [
    { project_id: 'front', display_name: 'Front desk' },
    { project_id: 'night', display_name: null },
  ],
};

describe('the choice of a project', () => {
  it('names the projects of the client, by id where they have no name', async () => {
    const onChange = vi.fn();
    const { user, asked } = show(<ProjectSelect label="Project" onChange={onChange} />, {
      answers: { [PROJECTS]: two },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Project' }));
    await screen.findByRole('option', { name: 'night' });
    await user.click(screen.getByRole('option', { name: 'Front desk' }));
    expect(onChange.mock.lastCall?.[0]).toBe('front');
    expect(asked.find(({ path }) => path === '/projects')?.query).toMatchObject({ client_id: 'client-a' });
  });

  it('finds one by a part of its name', async () => {
    const { user } = show(<ProjectSelect label="Project" />, { answers: { [PROJECTS]: two } });
    await user.type(await screen.findByRole('combobox', { name: 'Project' }), 'desk');
    await screen.findByRole('option', { name: 'Front desk' });
    expect(screen.queryByRole('option', { name: 'night' })).toBeNull();
  });

  it('says that the projects could not be loaded, and keeps the chosen one by its id', async () => {
    show(<ProjectSelect label="Project" value="front" />, { answers: { [PROJECTS]: refusal(502) } });
    await screen.findByText('The projects could not be loaded.');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' }).value).toBe('front');
  });
});
