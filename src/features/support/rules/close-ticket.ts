import { workKind } from '../../../core/shared/work-kind.js';

/** A ticket was solved at this instant, and is closed unless it is opened again. */
export interface CloseTicket {
  readonly ticketId: string;
  readonly solvedAt: string;
}

export const CLOSE_TICKET = workKind<CloseTicket>('support.close');
