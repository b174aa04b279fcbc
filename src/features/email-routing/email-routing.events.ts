/** A notice to one address has ended. Published in the transaction that records it. */
export class NoticeEnded {
  constructor(
    readonly kind: string,
    readonly subject: string,
    /**
     * `not_accepted`: the mail server did not accept it for hours; `dropped`: the address may not
     * get it.
     */
    readonly outcome: 'sent' | 'not_accepted' | 'dropped',
  ) {}
}
