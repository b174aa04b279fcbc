import { Injectable } from '@nestjs/common';
import { SealedTexts } from '../../../../core/privacy/keys/sealed-texts.service.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { TicketPeople } from '../../lookup/ticket-people.service.js';
import { ATTACHMENT_KINDS } from '../rules/attachment-kinds.js';
import { mayDelete } from '../rules/deletion-right.policy.js';
import type { AttachmentResponse, AttachmentStatusResponse } from './attachment.response.js';
import type { AttachmentRow } from './attachments.queries.js';
import { placeOfFileName } from './sealed-places.js';

export const shownStatus = (row: AttachmentRow): AttachmentStatusResponse => ({
  attachment_id: row.attachment_id,
  state: row.state,
  reason: row.reason,
  finding: row.finding,
  scanned_at_utc: row.scanned_at?.toISOString() ?? null,
});

/** Attachments as a person sees them. */
@Injectable()
export class ShownAttachments {
  constructor(
    private readonly sealed: SealedTexts,
    private readonly people: TicketPeople,
  ) {}

  /** @throws 503 while the tenant's key is unavailable */
  async show(auth: AuthContext, rows: readonly AttachmentRow[]): Promise<AttachmentResponse[]> {
    const [named, names] = await Promise.all([
      this.people.named(
        auth,
        rows.map(({ uploaded_by: id }) => id),
      ),
      Promise.all(rows.map((row) => this.nameOf(auth, row))),
    ]);
    return rows.map((row, at) => ({
      ...shownStatus(row),
      file_name: names[at] ?? null,
      type: ATTACHMENT_KINDS[row.kind].type,
      bytes: row.bytes,
      visibility: row.visibility,
      comment_id: row.comment_id,
      uploaded_by: named(row.uploaded_by),
      uploaded_at_utc: row.created_at.toISOString(),
      downloads: row.downloads,
      deletable: mayDelete(auth.scope, auth.principal.id, { uploadedBy: row.uploaded_by, state: row.state }),
    }));
  }

  /** @returns null for a file without a name, or whose name can never be opened */
  nameOf(
    auth: AuthContext,
    { attachment_id: id, file_name_encrypted: name }: AttachmentRow,
  ): Promise<string | null> {
    return this.sealed.open(auth, placeOfFileName(auth, id), name);
  }
}
