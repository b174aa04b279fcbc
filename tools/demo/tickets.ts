import { demoSender } from './sender.ts';
import { SHOWCASE_CALL_ID, SHOWCASE_PROJECT_ID, SHOWCASE_TENANT } from './calls/showcase-call.ts';

/** Only people write tickets, so each is written by one of the cast. */
export interface DemoPeople {
  readonly baseUrl: string;
  /**
   * Signs a person of the cast in.
   * @returns the access token
   */
  readonly tokenOf: (email: string) => Promise<string>;
}

const MANAGER = 'manager@acme-dental.example.com';
const ADMINISTRATOR = 'admin@acme-dental.example.com';
const STAFF = 'staff@acme-dental.example.com';
const OPERATOR = 'service-operator@platform.example.org';

interface Ticket {
  readonly by: string;
  readonly opens: object;
  /** Comments after the first one, in order. */
  readonly answers: readonly {
    readonly by: string;
    readonly text: string;
    readonly visibility?: 'internal';
  }[];
  /** The person who marks it as solved. */
  readonly solvedBy?: string;
}

/** A solved ticket, one that waits for the customer, and one without an answer. */
const TICKETS: readonly Ticket[] = [
  {
    by: STAFF,
    opens: {
      subject: 'Where do I see who called back?',
      text: 'Two of us called the same person yesterday. Can the list show who has a call?',
      category: 'question',
      priority: 'low',
    },
    answers: [{ by: OPERATOR, text: 'Yes: on Follow-up, choose yourself as the owner of the call.' }],
    solvedBy: STAFF,
  },
  {
    by: MANAGER,
    opens: {
      subject: 'Check-up booked into the lunch break',
      text: 'The assistant offered half past two on Tuesday, when we are closed for lunch.',
      category: 'incident',
      priority: 'high',
      project_id: SHOWCASE_PROJECT_ID,
      call_ids: [SHOWCASE_CALL_ID],
    },
    answers: [
      {
        by: OPERATOR,
        text: 'The published hours have no break on Tuesdays; the draft has one.',
        visibility: 'internal',
      },
      {
        by: OPERATOR,
        text: 'The break is in your draft and not published yet. Shall it count from today?',
      },
    ],
  },
  {
    by: ADMINISTRATOR,
    opens: {
      subject: 'A second number for emergencies',
      text: 'We would like emergencies to ring at the dentist on call after 6 pm.',
      category: 'change',
      project_id: SHOWCASE_PROJECT_ID,
    },
    answers: [],
  },
];

/** Opens the tickets of the demo, unless the client has any. */
export async function demoTickets({ baseUrl, tokenOf }: DemoPeople): Promise<void> {
  const send = demoSender(baseUrl, (token) => ({ Authorization: `Bearer ${token}` }));
  const tokens = new Map<string, Promise<string>>();
  const as = async (email: string, method: string, path: string, body?: object, ifMatch?: string) => {
    const token = tokens.get(email) ?? tokenOf(email);
    tokens.set(email, token);
    const client = `client_id=${SHOWCASE_TENANT.clientId}`;
    return (await send(await token, method, `/v1/support/tickets${path}?${client}`, body, ifMatch)).answer;
  };
  const present = await as(ADMINISTRATOR, 'GET', '');
  if ((present['items'] as unknown[]).length > 0) return;
  for (const { by, opens, answers, solvedBy } of TICKETS) {
    const opened = await as(by, 'POST', '', opens);
    const path = `/${String(opened['ticket_id'])}`;
    let etag = String(opened['etag']);
    for (const { by: author, ...comment } of answers)
      etag = String((await as(author, 'POST', `${path}/comments`, comment))['ticket_etag']);
    if (solvedBy !== undefined) await as(solvedBy, 'PATCH', path, { status: 'solved' }, etag);
  }
}
