import { Text } from '@mantine/core';
import { Fragment } from 'react';

/** An address that breaks after its separators, and within a part only if that alone is too long. */
export function UrlText({ url }: { readonly url: string }) {
  return (
    <Text span size="sm" fw={600} className="address" title={url}>
      {url.split(/(?<=[/.?&=])(?!\/)/).map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </Text>
  );
}
