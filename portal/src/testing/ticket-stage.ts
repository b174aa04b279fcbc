import { aSession, type Answers } from './show';

export const OPERATIONS = [
  'searchSupportTickets',
  'changeSupportTicket',
  'writeSupportComment',
  'redactSupportComment',
  'startAttachment',
  'downloadAttachment',
  'detachSupportCall',
] as const;
export const customer = aSession({ 'client-a': 'client_manager' }, OPERATIONS);
export const staff = aSession({ 'client-a': 'service_operator' }, [
  ...OPERATIONS,
  'transitionCallerRequest',
  'listSupportPeople',
  'listCallerRequests',
]);
const kim = { user_id: 'person', kind: 'colleague', display_name: 'Kim Person' };
const noor = { user_id: 'noor', kind: 'staff', display_name: null };
export const ticket = {
  ticket_id: 't1',
  reference: 'SUP-0001',
  subject: 'Callers are not transferred',
  category: 'incident',
  priority: 'high',
  status: 'solved',
  project_id: null,
  requester: kim,
  assignee: noor,
  created_at_utc: '2026-11-20T10:00:00.000Z',
  updated_at_utc: '2026-11-20T11:00:00.000Z',
  first_response_due_at_utc: '2026-11-20T11:00:00.000Z',
  first_responded_at_utc: null,
  solved_at_utc: '2026-11-20T12:00:00.000Z',
  comment_count: 2,
  attachment_count: 1,
  related_call_count: 2,
  unread: false,
  caller_requests: null,
  etag: 'e7',
};
export const comment = (id: string, at: string, more: object = {}) => ({
  comment_id: id,
  visibility: 'public',
  text: `Text of ${id}`,
  author: kim,
  created_at_utc: at,
  redacted: false,
  personal_data_found: [],
  redactable: false,
  ...more,
});
export const file = (state: string, more: object = {}) => ({
  attachment_id: 'a1',
  comment_id: null,
  file_name: 'screen.png',
  type: 'image/png',
  bytes: 120_000,
  visibility: 'public',
  state,
  reason: null,
  finding: null,
  scanned_at_utc: null,
  uploaded_by: kim,
  uploaded_at_utc: '2026-11-20T10:02:00.000Z',
  downloads: 0,
  deletable: false,
  ...more,
});
export const BASE: Answers = {
  'GET /support/tickets/t1': ticket,
  'GET /support/tickets/t1/comments': {
    items: [
      comment('c1', '2026-11-20T10:00:00.000Z'),
      comment('c2', '2026-11-20T10:05:00.000Z', { author: noor, text: 'See https://example.com/x.' }),
    ],
  },
  'GET /support/tickets/t1/related-calls': {
    items: [
      {
        call_id: 'call-9',
        started_at_utc: '2026-11-20T09:00:00.000Z',
        attached_at_utc: '2026-11-20T10:00:00.000Z',
        attached_by: kim,
        call: null,
      },
    ],
    not_visible_count: 1,
  },
  'GET /support/tickets/t1/attachments': { items: [file('clean')] },
  'GET /support/tickets/t1/recipients': { items: [] },
  'GET /support/attachments/readiness': {
    state: 'ready',
    max_bytes: 26_214_400,
    types: [{ type: 'image/png', extensions: ['png'] }],
  },
};
