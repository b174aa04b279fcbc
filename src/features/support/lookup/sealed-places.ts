import { placeIn } from '../../../core/registry/sealed-table.js';

export const placeOfSubject = placeIn('support_tickets', 'subject_encrypted');
export const placeOfComment = placeIn('support_comments', 'text_encrypted');
