import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { ReactElement } from 'react';
import type { SessionPersonResponse } from '../api/generated';
import { queries } from '../data/queries';
import type { Operation } from '../session/rights';
import { sessionOptions } from '../session/session';
import { Messages } from '../shell/messages/Messages';
import { StepUp } from '../parts/step-up/StepUp';
import { theme } from '../theme/theme';

/** A request that a component has sent. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A response of the API: its body, or a status with its data. */
type Body = Readonly<Record<string, unknown>>;
export type Answer = Body | Response | Promise<Body | Response>;
/** Responses by method and path, such as `GET /calls/list`, without the prefix of all routes. */
export type Answers = Readonly<Record<string, Answer | ((asked: Asked) => Answer)>>;

export interface Shown {
  /** The person who uses the browser. */
  readonly user: UserEvent;
  readonly asked: readonly Asked[];
  /** The query of the address. */
  readonly search: () => Readonly<Record<string, unknown>>;
  readonly path: () => string;
}

/** Tries to leave a dialog by the keyboard and by its buttons, while its request is in flight. */
export async function expectHeld(user: UserEvent, buttons: readonly string[]): Promise<void> {
  await user.keyboard('{Escape}');
  const dialog = within(screen.getByRole('dialog'));
  for (const name of buttons)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
}

/** A refusal in the words of the API. */
export const refusal = (
  status: number,
  error: object = {},
  headers: Readonly<Record<string, string>> = {},
): Response => Response.json({ error: { message: 'Not now.', status, ...error } }, { status, headers });

/**
 * A person's session: an assignment with a role for each client.
 * @param the operations that each role may call
 */
export function aSession(
  roles: Readonly<Record<string, string>>,
  operations: readonly Operation[] = ['listAlerts', 'getExportCapabilities'],
): SessionPersonResponse {
  const assignments = Object.entries(roles).map(([client_id, role], n) => ({
    client_id,
    business_name: `Business of ${client_id}`,
    role,
    is_default: n === 0,
  }));
  return {
    break_glass_id: null,
    user_id: 'person',
    display_name: 'Kim Person',
    data_env: 'prod',
    environments: ['prod'],
    assignments,
    shut_out: [],
    roles: [...new Set(Object.values(roles))].map((role) => ({ role, operations })),
  } as unknown as SessionPersonResponse;
}

async function askedOf(request: Request): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  const isJson = request.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    method: request.method,
    path: pathname.replace(/^\/api(\/v1)?/, ''),
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: text === '' ? undefined : isJson ? (JSON.parse(text) as unknown) : text,
  };
}

/**
 * Renders a part as the portal does, at an address in memory: with real texts, queries and router,
 * and a network whose responses the test defines. Every other request is a 404.
 */
export function show(
  part: ReactElement,
  {
    at = '/',
    path = '$',
    session = aSession({ 'client-a': 'client_admin' }),
    answers = {},
  }: {
    readonly at?: string;
    /** The pattern of the address, for a part that reads it: `/projects/$projectId`. */
    readonly path?: string;
    readonly session?: SessionPersonResponse;
    readonly answers?: Answers;
  } = {},
): Shown {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const it = await askedOf(request);
    asked.push(it);
    const planned = answers[`${it.method} ${it.path}`];
    const answer = await (typeof planned === 'function' ? planned(it) : planned);
    if (answer instanceof Response) return answer.clone();
    return answer ? Response.json(answer) : refusal(404, { message: 'Not found.' });
  });
  // The frame around every component knows it.
  queries.setQueryData(sessionOptions.queryKey, session);
  const root = createRootRoute();
  const here = createRoute({
    getParentRoute: () => root,
    path,
    component: () => (
      <>
        {part}
        <StepUp />
      </>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([here]),
    history: createMemoryHistory({ initialEntries: [at] }),
    // Values stay texts, as the routes of the portal expect.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const named = Object.entries(search).filter(([, value]) => value !== undefined);
      return named.length === 0 ? '' : `?${new URLSearchParams(named as [string, string][]).toString()}`;
    },
  });
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queries}>
        <Messages />
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    user: userEvent.setup(),
    asked,
    search: () => router.state.location.search,
    path: () => router.state.location.pathname,
  };
}
