import { PEOPLE } from './expected-roles.js';

const OF_TICKET = '/v1/support/tickets/:ticket_id/attachments';
const ATTACHMENT = `${OF_TICKET}/:attachment_id`;

const route = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  more: { readonly body?: object; readonly admitted?: number } = {},
) => ({ method, path, sessions: PEOPLE, keys: [], takesClient: true, project: 'none', ...more }) as const;

/** The ticket does not exist, so nothing changes. */
const ABSENT = 404;

/** support-attachments 1.1. */
export const SUPPORT_ATTACHMENT_ROUTES = [
  route('get', '/v1/support/attachments/readiness'),
  route('post', `${OF_TICKET}/sessions`, {
    body: { file_name: 'a.png', bytes: 1, sha256: '0'.repeat(64) },
    admitted: ABSENT,
  }),
  route('put', `${ATTACHMENT}/parts/:n`, { admitted: ABSENT }),
  route('post', `${ATTACHMENT}/finalise`, { body: {}, admitted: ABSENT }),
  route('get', OF_TICKET, { admitted: ABSENT }),
  route('get', `${ATTACHMENT}/scan-status`, { admitted: ABSENT }),
  route('get', `${ATTACHMENT}/download`, { admitted: ABSENT }),
  route('delete', ATTACHMENT, { body: {}, admitted: ABSENT }),
] as const;
