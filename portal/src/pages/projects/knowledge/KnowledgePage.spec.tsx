import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSource, reader } from '../../../testing/knowledge';
import { show, type Answers } from '../../../testing/show';
import { KnowledgePage } from './KnowledgePage';

const project = (project_id: string) => ({ project_id, display_name: `Project ${project_id}` });
const shown = (answers: Answers, at = '/project-knowledge') =>
  show(<KnowledgePage />, { at, session: reader, answers });

describe('the knowledge page', () => {
  it('shows the sources of the first project, and of the chosen one', async () => {
    const page = shown({
      'GET /projects': { projects: [project('desk'), project('night')] },
      'GET /projects/desk/knowledge/sources': { items: [aSource('a')], text_bytes: 1 },
      'GET /projects/night/knowledge/sources': { items: [], text_bytes: 0 },
    });
    await screen.findByText('Title of a');
    await page.user.click(screen.getByRole('combobox', { name: 'Project' }));
    await page.user.click(await screen.findByRole('option', { name: 'Project night' }));
    await screen.findByText('A partner administrator adds documents and pages here.');
    expect(page.search()).toEqual({ project_id: 'night' });
  });

  it('answers a foreign project like an absent one', async () => {
    shown({ 'GET /projects': { projects: [project('desk')] } }, '/project-knowledge?project_id=other');
    await screen.findByText('There is no such page, or you cannot see it');
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('says that there is no project yet', async () => {
    shown({ 'GET /projects': { projects: [] } });
    await screen.findByText('There is no project yet');
  });
});
