import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type {
  ConnectionRecord,
  DomainRecord,
  EnforcementPreviewResponse,
  EnforcementResponse,
} from '../../../api/generated';
import { A_CHALLENGE } from '../../../testing/passkey';
import { aSession, refusal, show, type Answer, type Answers } from '../../../testing/show';
import { Enforcement } from './Enforcement';

const ROUTE = '/security/sso/enforcement';
const PREVIEW = `GET ${ROUTE}/preview`;
const HOLDERS = 'GET /security/break-glass/holders';
const LINKS = 'GET /portal/directory-links';
const session = aSession({ 'client-a': 'client_admin' }, ['saveSsoEnforcement', 'listBreakGlassHolders']);
const OFF: EnforcementResponse = {
  mode: 'off',
  connection_id: null,
  required_at_utc: null,
  required_by: null,
  etag: 'e1',
};
const REQUIRED: EnforcementResponse = {
  mode: 'required',
  connection_id: 'c-1',
  required_at_utc: '2026-11-20T10:15:00.000Z',
  required_by: session.user_id,
  etag: 'e2',
};
const OFFICE = { connection_id: 'c-1', name: 'Head office', state: 'active' } as ConnectionRecord;
const DRAFT = { connection_id: 'c-2', name: 'Branch', state: 'draft' } as ConnectionRecord;
const DOMAIN = { domain: 'example.com', status: 'verified', connection_id: 'c-1' } as DomainRecord;
const link = (is_linked: boolean) => ({
  items: [{ connection_id: 'c-1', name: 'Head office', kind: 'oidc', is_linked, linked_at_utc: null }],
});

function seen(total: number): EnforcementPreviewResponse & Record<string, unknown> {
  return {
    items: Array.from({ length: Math.min(total, 20) }, (_, n) => ({
      user_id: `u-${n}`,
      display_name: `Person ${n}`,
      role: 'client_staff' as const,
    })),
    api_keys_untouched: 3,
    pagination: { page: 1, page_size: 20, total_pages: Math.ceil(total / 20), total_records: total },
  };
}

/**
 * The page with a service that stores what is saved.
 * @param refuse answers instead of saving
 */
function shown(
  more: Answers = {},
  {
    state = OFF,
    connections = [DRAFT, OFFICE],
    by = session,
    refuse = () => null,
  }: {
    readonly state?: EnforcementResponse;
    readonly connections?: readonly ConnectionRecord[];
    readonly by?: typeof session;
    readonly refuse?: () => Response | null;
  } = {},
) {
  let saved = state;
  return show(<Enforcement connections={connections} domains={[DOMAIN]} />, {
    at: '/settings?tab=signIn',
    session: by,
    answers: {
      [`GET ${ROUTE}`]: () => ({ ...saved }),
      [`PUT ${ROUTE}`]: ({ body }): Answer => {
        const refused = refuse();
        if (refused) return refused;
        saved = (body as { mode: string }).mode === 'off' ? OFF : REQUIRED;
        return { ...saved };
      },
      [PREVIEW]: seen(0),
      [HOLDERS]: { proved_count: 2 },
      [LINKS]: link(true),
      'GET /portal/names': { items: [] },
      ...more,
    },
  });
}
type Page = ReturnType<typeof shown>;
const puts = ({ asked }: Page) => asked.filter(({ method }) => method === 'PUT');
const press = async ({ user }: Page, name: string) => user.click(await screen.findByRole('button', { name }));
/** Presses the button, and confirms in the dialog. */
async function decide(page: Page, name: string): Promise<void> {
  await press(page, name);
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
}

// single-sign-on 7.1, 7.2, 7.3
describe('requiring a connection', () => {
  it('says what ends, names the connection that serves, and is sent under the state that was read', async () => {
    const page = shown();
    await screen.findByText('Not required');
    for (const text of [
      'People sign in with its newest settings.',
      'It has a verified domain.',
      '2 break-glass holders have verified their passkey in the last 30 days.',
      'Nobody would be locked out.',
      '3 API keys keep working.',
    ])
      await screen.findByText(text);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await press(page, 'Require it');
    const dialog = within(await screen.findByRole('dialog', { name: 'Require Head office?' }));
    dialog.getByText(/Sessions of people who signed in another way end within a second/);
    await page.user.click(dialog.getByRole('button', { name: 'Require it' }));
    await screen.findByText('Required');
    screen.getByText('The connection is required. Sessions of people who signed in another way have ended.');
    const [put] = puts(page);
    expect([put!.headers.get('If-Match'), put!.body]).toEqual([
      '"e1"',
      { mode: 'required', connection_id: 'c-1' },
    ]);
    expect(page.asked.find(({ path }) => path.endsWith('/preview'))!.query['connection_id']).toBe('c-1');
  });

  it('leads to what is missing', async () => {
    const page = shown({ [HOLDERS]: { proved_count: 1 }, [LINKS]: link(false), [PREVIEW]: seen(21) });
    await screen.findByText(/^One break-glass holder has verified/);
    await screen.findByText(/^21 people would be locked out/);
    screen.getByText('Person 19');
    await screen.findByRole('link', { name: 'Link your account to it first' });
    const signIn = screen.getByRole('link', { name: 'Sign in through Head office' });
    expect(signIn.getAttribute('href')).toBe('/sign-in?return_to=%2Fsettings%3Ftab%3DsignIn');
    await page.user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(page.asked.some(({ query }) => query['page'] === '2')).toBe(true));
    await page.user.click(screen.getByRole('combobox', { name: 'Connection' }));
    await page.user.click(await screen.findByRole('option', { name: 'Branch' }));
    await screen.findByText(/^Its newest settings are not in use yet/);
    screen.getByText(/^It has no verified domain/);
    await press(page, 'Open Branch');
    expect(page.search()['connection']).toBe('c-2');
    await press(page, 'Open the break-glass holders');
    expect(page.search()['tab']).toBe('break-glass');
  });

  it('is not sent before it is accepted that people are shut out', async () => {
    const page = shown({ [PREVIEW]: seen(2) });
    await press(page, 'Require it');
    await screen.findByText(/^Accept this, or ask these people to link/);
    expect(screen.queryByRole('dialog')).toBeNull();
    await page.user.click(screen.getByRole('checkbox', { name: /^Lock these 2 people out/ }));
    await press(page, 'Require it');
    await page.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Require it' }),
    );
    await screen.findByText('Required');
    expect(puts(page).map(({ body }) => body)).toEqual([
      { mode: 'required', connection_id: 'c-1', accept_exclusions: 2 },
    ]);
  });

  it('shows the list again, and asks to accept how many people it shuts out now', async () => {
    let total = 2;
    const refuse = () => {
      total = 3;
      return refusal(409, { details: { block_reason: 'people_excluded' } });
    };
    const page = shown({ [PREVIEW]: () => seen(total) }, { refuse });
    await page.user.click(await screen.findByRole('checkbox', { name: /^Lock these 2 people out/ }));
    await decide(page, 'Require it');
    await screen.findByText(/^The number of people who would be locked out has changed/);
    const again = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Lock these 3 people out/ });
    expect([again.checked, screen.queryByRole('dialog')]).toEqual([false, null]);
    screen.getByText('Person 2');
  });

  it.each([
    ['connection_not_proven', /^Sign in through this connection, with its newest settings/],
    ['no_way_back', /^Two break-glass holders must have verified/],
  ])('says what to do next: %s', async (block_reason, text) => {
    const page = shown({}, { refuse: () => refusal(409, { details: { block_reason } }) });
    await decide(page, 'Require it');
    await screen.findByText(text);
    // The next attempt removes the text.
    await press(page, 'Require it');
    expect(screen.queryByText(text)).toBeNull();
  });

  it('shows the state that another person has made', async () => {
    let state = OFF;
    const page = shown({
      [`GET ${ROUTE}`]: () => ({ ...state }),
      [`PUT ${ROUTE}`]: (): Answer => {
        state = REQUIRED;
        return refusal(409, { details: { stale: { current: 'e2', changed_paths: null } } });
      },
    });
    await decide(page, 'Require it');
    await screen.findByText('Required');
    await screen.findByText(/changed/i, { selector: '[role="alert"] *' });
  });

  it('asks for a step-up, and is sent once more after it', async () => {
    let isProved = false;
    const page = shown(
      {
        'POST /portal/mfa/step-up': { kinds: ['totp'], ...A_CHALLENGE },
        'POST /portal/mfa/step-up/confirm': (): Answer => {
          isProved = true;
          return { stepped_up_until_utc: '2026-11-20T10:15:00.000Z' };
        },
      },
      {
        refuse: () => (isProved ? null : refusal(403, { details: { block_reason: 'step_up_required' } })),
      },
    );
    await decide(page, 'Require it');
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await page.user.type(await proof.findByLabelText('Code from your authenticator app'), '123456');
    await page.user.click(proof.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Required');
    expect(puts(page)).toHaveLength(2);
  });

  it('needs a connection, and a source that answers', async () => {
    shown({}, { connections: [] });
    await screen.findByText('No connection to require');
    shown({ [PREVIEW]: refusal(503) });
    await screen.findByText('People who would be locked out is not available');
    expect(screen.queryByRole('button', { name: 'Require it' })).toBeNull();
  });
});

// single-sign-on 7.6
describe('a required connection', () => {
  it('is shown with since when and by whom, and the requirement ends after a question', async () => {
    const page = shown({}, { state: REQUIRED });
    await screen.findByText('Required since');
    screen.getByText(/Kim Person/);
    expect(page.asked.some(({ path }) => path.endsWith('/preview'))).toBe(false);
    await decide(page, 'Stop requiring it');
    await screen.findByText('Not required');
    const [put] = puts(page);
    expect([put!.headers.get('If-Match'), put!.body]).toEqual(['"e2"', { mode: 'off' }]);
  });

  it('can be ended by break-glass, and not made', async () => {
    const page = shown({}, { state: REQUIRED, by: { ...session, break_glass_id: 'b-1' } });
    await decide(page, 'Stop requiring it');
    await screen.findByText(/^No connection is required now/);
    expect(screen.queryByRole('button', { name: 'Require it' })).toBeNull();
  });
});
