import { isSameJson } from '../../../core/json/canonical-json.policy.js';

type Sections = Readonly<Record<string, unknown>>;

/** What callers are told and asked, who may see what, and how callers prove who they are. */
export const COMPLIANCE_SECTIONS = ['governance', 'identity-verification'] as const;

/** Whether a version differs in what the runtime has to confirm that it works by; the first one always does. */
export const needsConfirmation = (published: Sections | null, next: Sections): boolean =>
  published === null || COMPLIANCE_SECTIONS.some((name) => !isSameJson(published[name], next[name]));
