import i18next from 'i18next';

// If a value does not match a pattern, the API's code does not say which one; the beginning of its
// message does.
const FORMS: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^(each )?must not be blank/, 'blank'],
  [/^(each )?must be text of at most/, 'text_at_most'],
  [/^(each )?must be text of \d+ to/, 'text'],
  [/^must be a (telephone|phone) number|E\.164/, 'phone'],
];

/**
 * The fault of a field in the reader's language if there is a text for its code, else the API's
 * message. The domain routes send messages without codes (errors 1.10): those are shown unchanged.
 */
export function faultText(code: string, message: string): string {
  const name = code === 'matches' ? (FORMS.find(([begins]) => begins.test(message))?.[1] ?? code) : code;
  const key = `faults.${name}`;
  if (!i18next.exists(key)) return message;
  const numbers = message.match(/\d+/g) ?? [];
  return i18next.t(key, { first: numbers[0], last: numbers.at(-1), words: message.split(' one of ')[1] });
}
