const SAYS_ERROR =
  /^(?:error\s)?(?:40[0134]|410|429|50[0234])\b|\b(?:page )?not found\b|\b(?:access )?(?:denied|forbidden)\b|\b(?:internal server error|service unavailable|bad gateway|just a moment)\b|\b(?:seite )?nicht gefunden\b/i;

/** Error pages are short. */
const LONGEST_ERROR_PAGE = 2_000;
const LONGEST_TITLE = 300;

/** Whether a page reports an error although its status is 200 (knowledge 3.5). */
export const isErrorPage = (title: string | null, textLength: number): boolean =>
  textLength <= LONGEST_ERROR_PAGE && SAYS_ERROR.test((title ?? '').trim().slice(0, LONGEST_TITLE));
