import type { ErasureResult } from '../rules/erasure-result.js';

const NOT_LOOKED_FOR =
  'Contacts of campaigns were not searched, because this request was recorded before erasure covered them. To ' +
  'erase them too, record a new deletion request with the number.';

/** The history's note on a complete erasure (caller-requests 12.6). */
export function erasureNote({ calls, contacts }: ErasureResult): string {
  const done = `Erased the caller from ${counted(calls.erased, contacts?.erased ?? 0)}.`;
  const held = calls.held + (contacts?.held ?? 0);
  const kept = ` Under legal hold and kept unchanged: ${counted(calls.held, contacts?.held ?? 0)}.`;
  return `${done}${held === 0 ? '' : kept}${contacts === null ? ` ${NOT_LOOKED_FOR}` : ''}`;
}

const counted = (calls: number, contacts: number): string =>
  contacts === 0 ? many(calls, 'call') : `${many(calls, 'call')} and ${many(contacts, 'contact')}`;

const many = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
