import { memo } from 'react';
import type { FieldProps } from './context';
import { Hours, isHours } from './Hours';
import { Leaf } from './Leaf';
import { ListOf } from './Lists';
import { MapOf } from './Maps';
import { Fields, MaybeObject, SecretField } from './Objects';
import { isObject, insideNullable, valuesOf, type Schema } from './schema';

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
