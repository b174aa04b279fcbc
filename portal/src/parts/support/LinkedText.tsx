import { Anchor, Text } from '@mantine/core';
import { partsOf } from './linked-text';

/** A plain text with its line breaks; web addresses become links. */
export function LinkedText({ text }: { readonly text: string }) {
  return (
    <Text size="sm" dir="auto" className="value" component="div">
      {partsOf(text).map(({ text: words, href }, place) =>
        href === undefined ? (
          words
        ) : (
          <Anchor
            key={place}
            inherit
            underline="always"
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {words}
          </Anchor>
        ),
      )}
    </Text>
  );
}
