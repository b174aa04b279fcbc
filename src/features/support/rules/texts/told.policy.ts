/** The people of a ticket. */
export interface TicketPeopleIds {
  readonly requester: string;
  readonly assignee: string | null;
  readonly recipients: readonly string[];
}

/**
 * The people who are told of a public comment, without its author: the requester whose ticket staff
 * has answered, and everyone else (support 6.3, 10.3).
 */
export function toldOfComment(
  { requester, assignee, recipients }: TicketPeopleIds,
  author: string,
  isAnswer: boolean,
): { readonly answered: readonly string[]; readonly commented: readonly string[] } {
  const answered = isAnswer && requester !== author ? [requester] : [];
  const all = new Set([requester, ...(assignee === null ? [] : [assignee]), ...recipients]);
  return { answered, commented: [...all].filter((id) => id !== author && !answered.includes(id)) };
}
