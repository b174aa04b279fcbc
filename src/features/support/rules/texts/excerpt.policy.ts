import { scrubPersonalData } from '../../../../core/privacy/masking/redaction.policy.js';
import { personalDataIn } from './numbers-in-text.policy.js';

const MOST_CHARACTERS = 200;
const INVISIBLE = /(?!\s)[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The beginning of a comment as a mail may quote it, in one line (support 10.5): numbers and email
 * addresses are masked before it is cut, so that no cut hides one from the mask.
 * @returns null if personal data of another kind is in the comment
 */
export function excerptOf(text: string): string | null {
  const masked = scrubPersonalData(text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim());
  if (masked === '' || personalDataIn(masked).length > 0) return null;
  const characters = [...masked];
  if (characters.length <= MOST_CHARACTERS) return masked;
  return `${characters.slice(0, MOST_CHARACTERS).join('').trimEnd()} …`;
}
