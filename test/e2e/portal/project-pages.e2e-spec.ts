import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { assignToAdmins } from '../../support/campaigns.js';
import { accessibilityFaults } from '../../support/chromium.js';
import { usePortalPages, type Visitor } from '../../support/portal-pages.js';
import { PortalProjects } from '../../support/portal-projects.js';

const TEST_MS = 240_000;
const DESK: BrowserContextOptions = { colorScheme: 'light', viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };
// Every view is examined once, and the fullest one in both themes.
const ON_DESK =
  'assistant llm-policy booking identity-verification plugin-configuration knowledge tests testCalls versions settings'.split(
    ' ',
  );
const ON_PHONE =
  'assistant transfer-routing governance provider-configuration email-delivery knowledge release secrets files'.split(
    ' ',
  );

describe('the projects of the portal', () => {
  const pages = usePortalPages();
  let project: string;
  let projects: PortalProjects;

  beforeAll(async () => {
    project = await pages.world.aProject(pages.tenant, { lifecycleState: 'setup' });
    projects = new PortalProjects(pages, await pages.world.aKey(pages.tenant, 'partner_admin'));
  });

  async function anAdmin(options: BrowserContextOptions = DESK): Promise<Visitor> {
    const visitor = await pages.signIn('partner_admin', options);
    await assignToAdmins(pages.world, pages.tenant, project);
    return visitor;
  }

  const save = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Save to the draft' }).click();
    await page.getByText('You have changes that are not saved.').waitFor({ state: 'detached' });
  };

  // projects 4.1, workspace 1.6, 5.2, 5.4
  it(
    'lead from a name to a published assistant, with findings beside the fields on the way',
    async () => {
      const { page, visit, complaints } = await anAdmin();
      await visit('/projects', 'Projects');
      await page.getByRole('button', { name: 'New project' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Night line');
      await page.getByRole('button', { name: 'Create project' }).click();
      await page.getByRole('heading', { level: 1, name: 'Night line' }).waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const prompt = page.getByRole('textbox', { name: 'Prompt' });
      await prompt.fill('You answer for {{practice}}.');
      await page.getByRole('textbox', { name: 'Greeting' }).fill('Hello, how can I help?');
      await save(page);
      await page.getByText('1 error keeps this from being published').waitFor();
      await page.getByRole('link', { name: 'Review and publish' }).click();
      await page.getByText('Some sections have errors').waitFor();
      expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
      await page.getByRole('link', { name: 'Assistant › Prompt' }).click();
      await prompt.fill('You answer the telephone.');
      await save(page);
      await page.getByRole('link', { name: 'Review and publish' }).click();
      await page.getByText('No section has an error').waitFor();
      await page.getByRole('textbox', { name: 'What changed' }).fill('The first one.');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Version 1 is published.').waitFor();
      const rows = await pages.world.sql(
        `SELECT version_number, change_note FROM project_versions WHERE project_id = $1`,
        [id],
      );
      expect(rows).toMatchObject([{ version_number: 1, change_note: 'The first one.' }]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // workspace 3.4, errors 4.3
  it(
    'lose nothing when two people edit one draft: other sections are merged, fields are compared',
    async () => {
      const [one, other] = [await anAdmin(), await anAdmin()];
      const address = `/projects/${project}?tab=assistant`;
      await one.visit(address, project);
      await other.visit(address, project);
      const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
      await field(one.page, 'Prompt').fill('The prompt of the first.');
      await field(one.page, 'Greeting').fill('The greeting of the first.');
      await field(other.page, 'Prompt').fill('The prompt of the second.');
      await field(other.page, 'Role').fill('night porter');
      await save(other.page);
      await one.page.getByRole('button', { name: 'Save to the draft' }).click();
      const compared = one.page
        .getByRole('alert')
        .filter({ hasText: 'Another person has changed this section' });
      await compared.getByText('1 field was changed by both of you.').waitFor();
      await compared.getByRole('radio', { name: 'Prompt: Yours' }).check();
      await compared.getByRole('button', { name: 'Continue with these values' }).click();
      // Meanwhile, another user saves another section: that is no conflict.
      await projects.save(project, 'booking', { ask_for: ['name', 'phone'] });
      await save(one.page);
      expect(await projects.sectionOf(project, 'assistant')).toMatchObject({
        prompt: 'The prompt of the first.',
        greeting: 'The greeting of the first.',
        persona: { role: 'night porter' },
      });
      expect(await projects.sectionOf(project, 'booking')).toMatchObject({ ask_for: ['name', 'phone'] });
      await one.page.context().close();
      await other.page.context().close();
    },
    TEST_MS,
  );

  // portal-sessions 3.1
  it(
    'keep what was typed over a reload and the end of the session',
    async () => {
      const { page, visit } = await anAdmin();
      await visit(`/projects/${project}?tab=booking`, project);
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Please come early.');
      await page.reload();
      await page.getByText('You have changes that are not saved.').waitFor();
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByText('You have changes that are not saved.').waitFor();
      await save(page);
      expect(await projects.sectionOf(project, 'booking')).toMatchObject({
        confirmation: { message: 'Please come early.' },
      });
      await page.context().close();
    },
    TEST_MS,
  );

  // workspace 14.5, 14.7, 14.8
  it(
    'want a second person where governance asks for one',
    async () => {
      const id = await pages.world.aProject(pages.tenant, { lifecycleState: 'setup' });
      await projects.save(id, 'assistant', { prompt: 'You answer the telephone.', greeting: 'Hello.' });
      const [one, other] = [
        await pages.signIn('partner_admin', DESK),
        await pages.signIn('partner_admin', DESK),
      ];
      await assignToAdmins(pages.world, pages.tenant, id);
      await one.visit(`/projects/${id}?tab=governance`, id);
      await one.page.getByRole('combobox', { name: 'Approval' }).click();
      await one.page.getByRole('option', { name: 'By a second person' }).click();
      await save(one.page);
      await one.page.getByRole('link', { name: 'Review and publish' }).click();
      await one.page.getByText('An approval is missing').waitFor();
      await one.page.getByRole('button', { name: 'Request approval' }).click();
      await one.page.getByText('Another person has to approve it.').waitFor();
      await other.visit(`/projects/${id}?tab=release`, id);
      await other.page.getByRole('button', { name: 'Approve this draft' }).click();
      await other.page.getByText('Approved by').waitFor();
      await one.page.reload();
      await one.page.getByText('No approval is missing').waitFor();
      await one.page.getByRole('button', { name: 'Publish', exact: true }).click();
      await one.page.getByText('Version 1 is published.').waitFor();
      await one.page.context().close();
      await other.page.context().close();
    },
    TEST_MS,
  );

  // workspace 5.9, 15.1, 15.2, 15.7
  it(
    'release in stages, take back, and roll back',
    async () => {
      const id = await projects.aPublished(2);
      await projects.save(id, 'assistant', { prompt: 'A third prompt.' });
      const { page, visit, complaints } = await pages.signIn('partner_admin', DESK);
      await assignToAdmins(pages.world, pages.tenant, id);
      await visit(`/projects/${id}?tab=release`, id);
      await page.getByText('A third prompt.').waitFor();
      expect(await page.locator('mark').allTextContents()).toEqual(['Prompt 2.', 'A third prompt.']);
      await page.getByRole('radio', { name: 'Some callers first' }).check();
      await page.getByRole('button', { name: 'Start staged release' }).click();
      await page.getByText('It is meant for 10% of callers').waitFor();
      await page.getByRole('button', { name: 'Take back' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
      await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Versions' }).click();
      await page.getByText('Taken back').waitFor();
      await page.getByRole('button', { name: 'Roll back' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
      await page.getByText('Version 4 is published.').waitFor();
      const rows = await pages.world.sql(
        `SELECT version_number, rolled_back_from FROM project_versions WHERE project_id = $1 ORDER BY version_number DESC LIMIT 1`,
        [id],
      );
      expect(rows).toMatchObject([{ version_number: 4, rolled_back_from: 1 }]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // workspace 9.1, 9.12, 9.14, 13.2, 13.9
  it(
    'follow a test call to its end, and run a conversation test',
    async () => {
      const id = await projects.aPublished(1);
      const runtime = await pages.world.aKey(pages.tenant, 'runtime-ingest');
      const { page, visit, complaints } = await pages.signIn('partner_admin', DESK);
      await assignToAdmins(pages.world, pages.tenant, id);
      await visit(`/projects/${id}?tab=testCalls`, id);
      await page.getByRole('textbox', { name: 'Number' }).fill('+61491570159');
      await page.getByRole('button', { name: 'Call now' }).click();
      await page.getByRole('status').getByText('Waiting for a runtime').waitFor();
      const calls = `/internal/v1/projects/${id}/test-calls`;
      const { items } = await projects.ask<{ items: { test_call_id: string }[] }>(
        `${calls}/take`,
        {},
        { key: runtime },
      );
      await projects.ask(
        `${calls}/${items[0]!.test_call_id}/reports`,
        { sequence: 1, state: 'ended', at_utc: new Date().toISOString(), outcome: 'goal_completed' },
        { key: runtime },
      );
      await page.getByRole('status').getByText('Ended: goal reached').waitFor();
      await page.getByRole('link', { name: 'Conversation tests' }).click();
      await page.getByRole('button', { name: 'New test' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Asks for the hours');
      await page.getByRole('textbox', { name: 'Turn 1' }).fill('When are you open?');
      await page.getByRole('textbox', { name: 'Expectation 1: Value' }).fill('nine');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('status').getByText('Waiting').waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  // workspace 12.1, 12.4, 12.6, 12.9
  it(
    'show the difference before a file or a copy is taken over',
    async () => {
      const [id, target] = [await projects.aPublished(1), await projects.aPublished(1)];
      const { page, visit } = await pages.signIn('partner_admin', DESK);
      for (const it of [id, target]) await assignToAdmins(pages.world, pages.tenant, it);
      await visit(`/projects/${id}?tab=files`, id);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Published version' }).click(),
      ]);
      const path = await file.path();
      await projects.save(id, 'assistant', { prompt: 'Not in the file.' });
      await page.locator('input[type=file]').setInputFiles(path);
      await page.getByText('Not in the file.').waitFor();
      expect(await projects.sectionOf(id, 'assistant')).toMatchObject({
        prompt: 'Not in the file.',
      });
      await page.getByRole('button', { name: 'Save to the draft' }).click();
      await page.getByText('The file is in the draft.').waitFor();
      expect(await projects.sectionOf(id, 'assistant')).toMatchObject({ prompt: 'Prompt 1.' });
      await projects.save(id, 'assistant', { prompt: 'For the other one.' });
      await page.getByRole('combobox', { name: 'Copy' }).click();
      await page.getByRole('option', { name: 'Draft' }).click();
      await page.getByRole('combobox', { name: 'Into' }).click();
      await page.getByRole('option', { name: target }).click();
      await page.getByRole('button', { name: 'Show the difference' }).click();
      await page.getByText('For the other one.').waitFor();
      await page.getByRole('button', { name: 'Copy into its draft' }).click();
      await page.getByText('The copy is in the draft of the other project.').waitFor();
      expect(await projects.sectionOf(target, 'assistant')).toMatchObject({
        prompt: 'For the other one.',
      });
      await page.context().close();
    },
    TEST_MS,
  );

  // workspace 4.2, 4.9
  it(
    'take a secret in and never show it again',
    async () => {
      const { page, visit, complaints } = await anAdmin();
      await visit(`/projects/${project}?tab=secrets`, project);
      await page.getByRole('button', { name: 'New secret' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('CRM_API_KEY');
      await page.getByLabel('Value', { exact: true }).fill('a-value-of-twenty-letters');
      await page.getByRole('button', { name: 'Store secret' }).click();
      await page.getByRole('cell', { name: 'CRM_API_KEY', exact: true }).waitFor();
      const kept = await page.evaluate<string>(
        'JSON.stringify([document.body.innerHTML, { ...sessionStorage }, { ...localStorage }])',
      );
      expect(kept).not.toContain('a-value-of-twenty');
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );

  it.each([
    ['light', DESK, ON_DESK],
    ['dark, on a phone', PHONE, ON_PHONE],
  ])(
    'have no fault that axe or the browser finds: %s',
    async (_, options, places) => {
      const { page, visit, complaints } = await anAdmin(options);
      const faults: string[] = [];
      for (const place of places) {
        await visit(`/projects/${project}?tab=${place}`, project);
        faults.push(...(await accessibilityFaults(page)).map((it) => `${place} ${it}`));
        // A value without a field of its own is shown as JSON that cannot be edited.
        if ((await page.locator('main pre').count()) > 0) faults.push(`${place} shows JSON`);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (wide > 0) faults.push(`${place} is ${wide} px too wide`);
      }
      await visit('/projects', 'Projects');
      faults.push(...(await accessibilityFaults(page)));
      expect([...faults, ...complaints]).toEqual([]);
      await page.context().close();
    },
    TEST_MS,
  );
});
