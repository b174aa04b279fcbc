import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
} from '../../../../core/account-export/account-export.js';
import { SealedTexts } from '../../../../core/privacy/keys/sealed-texts.service.js';
import { placeOfFileName } from '../lookup/sealed-places.js';
import { ATTACHMENT_KINDS, type AttachmentKind } from '../rules/attachment-kinds.js';
import { EXPORTED_ATTACHMENTS } from './account-export.queries.js';

interface ExportedAttachment {
  readonly attachment_id: string;
  readonly kind: AttachmentKind;
  readonly file_name_encrypted: Buffer | null;
}

/** Names and facts of the public files of tickets (support-attachments 9.4). */
@ContributesToExport()
export class AttachmentsExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    {
      name: 'support_attachments',
      section: 'support',
      store: 'tenant',
      about: 'A file of a support ticket, without its content; without name if it was deleted.',
      columns: namesIn(
        `ticket_id comment_id attachment_id file_name type bytes state reason finding uploaded_by uploader_side
         created_at finalised_at scanned_at ended_at downloads`,
      ),
      rows: (snapshot) => this.attachments(snapshot),
    },
  ];

  constructor(private readonly sealed: SealedTexts) {}

  private async *attachments({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    for await (const row of rows<ExportedAttachment>(EXPORTED_ATTACHMENTS)) {
      const { file_name_encrypted: name, kind, ...rest } = row;
      yield {
        ...rest,
        type: ATTACHMENT_KINDS[kind].type,
        file_name: await this.sealed.open(auth, placeOfFileName(auth, row.attachment_id), name),
      };
    }
  }
}
