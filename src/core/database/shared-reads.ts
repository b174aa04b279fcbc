// A statement about a hundred people takes about a millisecond.
const MAX_BATCH = 100;

// Later questions wait for the next statement, so under load more of them share one. A second
// statement keeps the store busy while the first one's result is in transit.
const MAX_IN_FLIGHT = 2;

/** Answers questions in their order. */
type ReadAll<Q, A> = (questions: readonly Q[]) => Promise<readonly A[]>;

interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Questions to a store that arrive together share one statement, which is sent after the last of
 * them arrived. No answer is kept.
 */
export class SharedReads<Q, A> {
  private readonly waiting: Waiting<Q, A>[] = [];
  private inFlight = 0;

  constructor(private readonly readAll: ReadAll<Q, A>) {}

  /** Fails like the statement. */
  read(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(this.send);
      this.waiting.push({ question, resolve, reject });
    });
  }

  private readonly send = (): void => {
    while (this.waiting.length > 0 && this.inFlight < MAX_IN_FLIGHT) {
      void this.answer(this.waiting.splice(0, MAX_BATCH));
    }
  };

  private async answer(batch: readonly Waiting<Q, A>[]): Promise<void> {
    this.inFlight += 1;
    try {
      const answers = await this.readAll(batch.map(({ question }) => question));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!);
    } catch (error) {
      // Later questions would wait as long for a store that does not answer, so all of them fail
      // now.
      for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
    } finally {
      this.inFlight -= 1;
      this.send();
    }
  }
}
