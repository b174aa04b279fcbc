/** What the history says of an erasure that is whole (caller-requests 11.3). */
export function erasureNote({ erased, held }: { readonly erased: number; readonly held: number }): string {
  const done = `Erased the caller from ${calls(erased)}.`;
  return held === 0 ? done : `${done} Under legal hold and left whole: ${calls(held)}.`;
}

const calls = (count: number): string => (count === 1 ? '1 call' : `${count} calls`);
