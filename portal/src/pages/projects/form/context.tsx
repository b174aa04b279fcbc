import { createContext, useContext, type ComponentType } from 'react';
import type { Json, Schema } from './schema';

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
  readonly code?: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Kinds of objects that a section may refer to. */
export type ReferenceKind =
  'build' | 'secret' | 'destination' | 'plugin' | 'tool' | 'voice' | 'model' | 'zone';

export interface FieldProps {
  readonly path: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
  readonly isRequired: boolean;
  /** Shown without its own label, because a heading or a row names it. */
  readonly isBare?: boolean;
  /** The value of an emptied field; undefined: an emptied field is left out. */
  readonly emptied?: Json;
}

/** The form's state, for its fields. */
export interface FormState {
  /** Renders a field of any kind: objects and maps contain such fields, and get it from here. */
  readonly Field: ComponentType<FieldProps>;
  /** The name of the section; labels of its fields begin with it. */
  readonly section: string;
  readonly findings: readonly Finding[];
  readonly isReadOnly: boolean;
  /** Names that fields may refer to; for a kind that is missing, the name is typed. */
  readonly references: Readonly<Partial<Record<ReferenceKind, readonly Choice[]>>>;
  readonly set: (path: string, value: Json | undefined) => void;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const state = useContext(FormContext);
  if (!state) throw new Error('a field stands outside of a form');
  return state;
}

/** Whether a finding concerns a field or its contents. */
export const isWithin = (path: string, { path: found }: Finding): boolean =>
  path === '' || found === path || found.startsWith(`${path}.`);

/** The id of the element of a field, to which a finding leads. */
export const idOf = (path: string): string => `field:${path}`;
