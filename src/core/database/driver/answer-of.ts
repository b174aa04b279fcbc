/** The callback through which pg reports the end of a query. */
export type Answered<T> = (error: Error | null | undefined, result: T) => void;

/**
 * Waits for the result of a query that `send` sends with this callback. With pg's own promise, or a
 * callback set later, V8 keeps each result until its next full collection: 12 kB for a list of
 * fifty rows (docs/benchmarks.md, "Answers of a store").
 * @throws the query's error, with the caller's stack
 */
export async function answerOf<T>(send: (answered: Answered<T>) => unknown): Promise<T> {
  try {
    return await new Promise<T>((resolve, reject) => {
      send((error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
