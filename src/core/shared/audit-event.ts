import type { AuthContext } from './auth-context.js';

declare const DECLARED: unique symbol;

/** An action of the audit trail (privacy 8.2), declared in its feature's `<name>.audit.ts`. */
export type AuditAction = string & { readonly [DECLARED]: true };

/** Declares the actions of a feature by their names in the trail; its definition lists them. */
export const auditActions = <K extends string>(
  names: Readonly<Record<K, string>>,
): Readonly<Record<K, AuditAction>> => names as Readonly<Record<K, AuditAction>>;

/** One event to record; actor and tenant come from the AuthContext. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly outcome: 'success' | 'denied' | 'failed';
  /** Identifiers, options and counts; never personal data or content. */
  readonly metadata: Readonly<Record<string, string | number | boolean | null>>;
}

/** The stored metadata of an event: during a break-glass use it also names the use. */
export const auditMetadata = (
  { principal }: AuthContext,
  { metadata }: Pick<AuditEvent, 'metadata'>,
): AuditEvent['metadata'] =>
  principal.kind === 'bearer' && principal.breakGlassId !== null
    ? { ...metadata, break_glass_id: principal.breakGlassId }
    : metadata;

export const success = (action: AuditAction, metadata: AuditEvent['metadata']): AuditEvent => ({
  action,
  outcome: 'success',
  metadata,
});
