import { Code } from '@mantine/core';
import type { ApiKeyRecord } from '../../../api/generated';

/** How a person recognises a key, from the known part of its text. */
export function KeyText({ of: { data_env, key_prefix, last_four } }: { readonly of: ApiKeyRecord }) {
  return <Code>{`svc_${data_env}_${key_prefix}_…${last_four}`}</Code>;
}
