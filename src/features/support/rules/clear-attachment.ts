import { OWED, workKind } from '../../../core/shared/work-kind.js';

/** A file that has ended, or whose ticket is deleted. */
export interface ClearAttachment {
  readonly attachmentId: string;
}

/** Deletes the parts of a file from the file store. */
export const CLEAR_ATTACHMENT = workKind<ClearAttachment>('support.clear_attachment', OWED);
