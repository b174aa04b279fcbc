import { memo } from 'react';
import { Hours, isHours } from './Hours';
import { Leaf } from './Leaf';
import { ListOf } from './Lists';
import { MapOf } from './Maps';
import { Fields, MaybeObject, SecretField } from './Objects';
import { isObject, insideNullable, valuesOf, type Json, type Schema } from './schema';

export interface FieldProps {
  readonly path: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
  readonly isRequired: boolean;
  /** Stands below a heading or in a row that names it: without a label of its own. */
  readonly isBare?: boolean;
  /** The value of the field when it is emptied; undefined: the field is left out then. */
  readonly emptied?: Json;
}

const isSecret = ({ properties }: Schema): boolean =>
  properties?.['secret_ref'] !== undefined && Object.keys(properties).length === 1;

/** One field of a section by its schema: the input, and its findings. */
export const Field = memo(function Field(props: FieldProps) {
  const { schema, value, isRequired, isBare } = props;
  const inside = insideNullable(schema);
  if (inside?.type === 'object') return <MaybeObject {...props} schema={inside} emptied={null} />;
  if (isSecret(schema)) return <SecretField {...props} />;
  if (valuesOf(schema)) return <MapOf {...props} />;
  if (schema.type === 'array')
    return schema.items && isHours(schema.items) ? <Hours {...props} /> : <ListOf {...props} />;
  if (schema.type === 'object' && schema.properties)
    return isRequired && isBare && isObject(value) ? <Fields {...props} /> : <MaybeObject {...props} />;
  return <Leaf {...props} />;
});
