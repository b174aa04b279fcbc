import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import { EXPORTED_COMMENTS, EXPORTED_TICKETS } from './account-export.queries.js';
import { placeOfComment, placeOfSubject } from '../lookup/sealed-places.js';
import { referenceOf } from '../rules/reference.policy.js';

interface ExportedTicket {
  readonly ticket_id: string;
  readonly ticket_number: number;
  readonly subject_encrypted: Buffer | null;
}

interface ExportedComment {
  readonly comment_id: string;
  readonly text_encrypted: Buffer | null;
}

/** Support tickets with their public comments and calls (support 8.3). */
@ContributesToExport()
export class SupportExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    {
      name: 'support_tickets',
      section: 'support',
      store: 'tenant',
      about: 'A support ticket with its subject.',
      columns: namesIn(
        `ticket_id reference subject category priority status project_id requester created_at updated_at
         first_response_due_at first_responded_at solved_at closed_at`,
      ),
      rows: (snapshot) => this.tickets(snapshot),
    },
    {
      name: 'support_comments',
      section: 'support',
      store: 'tenant',
      about: 'A public comment of a support ticket; without text if it was redacted.',
      columns: namesIn('ticket_id comment_id text author author_side created_at redacted_at'),
      rows: (snapshot) => this.comments(snapshot),
    },
    storedRows({
      name: 'support_related_calls',
      section: 'support',
      store: 'tenant',
      about: 'A call that a support ticket is about.',
      columns: namesIn('ticket_id call_id started_at attached_at attached_by'),
      from: 'FROM support_related_calls WHERE client_id = $1 AND data_env = $2 ORDER BY ticket_id, call_id',
    }),
  ];

  constructor(private readonly sealed: SealedTexts) {}

  private async *tickets({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const row of rows<ExportedTicket>(EXPORTED_TICKETS)) {
      const { ticket_number: ticketNumber, subject_encrypted: subject, ...rest } = row;
      yield {
        ...rest,
        reference: referenceOf(ticketNumber),
        subject: await this.sealed.open(auth, placeOfSubject(auth, row.ticket_id), subject),
      };
    }
  }

  private async *comments({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const row of rows<ExportedComment>(EXPORTED_COMMENTS)) {
      const { text_encrypted: text, ...rest } = row;
      yield { ...rest, text: await this.sealed.open(auth, placeOfComment(auth, row.comment_id), text) };
    }
  }
}
