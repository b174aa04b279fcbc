// Larger integers are not exact in JavaScript, and no list is that long.
const MOST_PAGES = 1_000_000_000;

/** The page of a list that an address names; the first one if the page is impossible. */
export function pageOf(text: string | undefined): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1;
}
