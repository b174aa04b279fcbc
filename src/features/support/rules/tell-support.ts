import { OWED, workKind } from '../../../core/shared/work-kind.js';
import type { TicketStatus } from './words.js';

/** A public comment was written, or a status was set without one. */
export type TellSupport =
  | {
      readonly what: 'comment';
      readonly ticketId: string;
      readonly commentId: string;
      readonly by: string;
      /** Whether staff wrote it. */
      readonly isAnswer: boolean;
    }
  | {
      readonly what: 'status';
      readonly ticketId: string;
      readonly status: TicketStatus;
      readonly revision: number;
      /** Null: the worker closed it. */
      readonly by: string | null;
    };

export const TELL_SUPPORT = workKind<TellSupport>('support.tell', OWED);
