import type { FieldError } from '../../../core/shared/platform-error.js';
import type { TicketReader } from './reader.policy.js';
import type { CommentVisibility, TicketCategory } from './words.js';

/** The fields of a write that a role may not choose (support 2.3, 2.4). */
export interface ChosenFields {
  readonly category?: TicketCategory;
  readonly assignee?: string | null;
  readonly visibility?: CommentVisibility;
}

const refused = (field: string, message: string): FieldError => ({
  loc: ['body', field],
  message,
  type: 'not_allowed',
});

/** The fields of a write that this person may not send. */
export const refusedFields = (
  { side, seesPrivacy }: Pick<TicketReader, 'side' | 'seesPrivacy'>,
  { category, assignee, visibility }: ChosenFields,
): readonly FieldError[] => [
  ...(category === 'privacy' && !seesPrivacy
    ? [refused('category', 'must not be privacy: partners do not see such tickets; choose another category')]
    : []),
  ...(assignee !== undefined && side !== 'staff'
    ? [refused('assignee', 'may be set only by our staff; leave it out')]
    : []),
  ...(visibility === 'internal' && side !== 'staff'
    ? [refused('visibility', 'must be public: only our staff writes internal comments')]
    : []),
];
