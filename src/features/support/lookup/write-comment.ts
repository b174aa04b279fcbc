import { randomUUID } from 'node:crypto';
import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { personalDataIn } from '../rules/texts/numbers-in-text.policy.js';
import type { CommentVisibility, TicketSide } from '../rules/words.js';
import type { StoredTexts } from './support-texts.service.js';

/** A comment that is about to be stored, sealed before the transaction. */
export interface PreparedComment {
  readonly commentId: string;
  readonly visibility: CommentVisibility;
  readonly sealed: Buffer;
  readonly personalData: readonly string[];
  readonly numbers: readonly Buffer[];
}

export function prepareComment(
  texts: StoredTexts,
  text: string,
  visibility: CommentVisibility,
): PreparedComment {
  const commentId = randomUUID();
  return {
    commentId,
    visibility,
    sealed: texts.comment(commentId, text),
    personalData: personalDataIn(text),
    numbers: texts.numbers(text),
  };
}

/** Writes the comment $4 of the ticket $3 with its sequence $5. */
const INSERT_COMMENT = namedQuery('support_comment_insert')`
INSERT INTO support_comments (client_id, data_env, ticket_id, comment_id, sequence, visibility, text_encrypted,
       personal_data_found, author, author_side, created_at)
VALUES ($1, $2, $3::uuid, $4::uuid, $5, $6, $7, $8::text[], $9, $10, $11)`;

/** Stores the hashes of numbers $5 for the comment $4 of the ticket $3. */
const KEEP_NUMBERS = namedQuery('support_numbers_keep')`
INSERT INTO support_numbers (client_id, data_env, ticket_id, comment_id, number_hash)
SELECT $1, $2, $3::uuid, $4::uuid, hash FROM unnest($5::bytea[]) AS n (hash)
    ON CONFLICT DO NOTHING`;

/** Records that the author $4 has read the ticket $3 up to their own comment $5. */
const MARK_READ = namedQuery('support_mark_read')`
INSERT INTO support_read_marks AS m (client_id, data_env, ticket_id, person, read_sequence)
VALUES ($1, $2, $3::uuid, $4, $5)
    ON CONFLICT (client_id, data_env, person, ticket_id) DO UPDATE
   SET read_sequence = greatest(m.read_sequence, excluded.read_sequence)`;

export const keepNumbers = async (
  tx: UnitOfWork,
  ticketId: string,
  commentId: string,
  numbers: readonly Buffer[],
): Promise<void> => {
  if (numbers.length > 0) await tx.query(KEEP_NUMBERS, [ticketId, commentId, numbers]);
};

export const markRead = async (
  tx: UnitOfWork,
  ticketId: string,
  person: string,
  sequence: number,
): Promise<void> => {
  await tx.query(MARK_READ, [ticketId, person, sequence]);
};

/** Stores a comment; its author has read the ticket up to it. */
export async function writeComment(
  tx: UnitOfWork,
  comment: PreparedComment,
  at: {
    readonly ticketId: string;
    readonly sequence: number;
    readonly author: string;
    readonly side: TicketSide;
    readonly now: Date;
  },
): Promise<void> {
  const { commentId, visibility, sealed, personalData, numbers } = comment;
  const { ticketId, sequence, author, side, now } = at;
  const values = [ticketId, commentId, sequence, visibility, sealed, personalData, author, side, now];
  await tx.query(INSERT_COMMENT, values);
  await keepNumbers(tx, ticketId, commentId, numbers);
  await markRead(tx, ticketId, author, sequence);
}
