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

export const success = (action: AuditAction, metadata: AuditEvent['metadata']): AuditEvent => ({
  action,
  outcome: 'success',
  metadata,
});
