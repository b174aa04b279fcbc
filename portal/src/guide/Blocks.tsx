import { Anchor, Code, List, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Block, Inline } from './chapter';
import { CHAPTERS } from './chapters';
import { keptSearch } from '../address/search';

function Inlined({ of }: { readonly of: Inline }) {
  if (typeof of === 'string') return <>{of}</>;
  if (of.kind === 'link') {
    const chapter = CHAPTERS[of.chapter] ?? '';
    return (
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link to="/guide/$chapter" params={{ chapter }} search={keptSearch} {...props} />
        )}
      >
        {of.text}
      </Anchor>
    );
  }
  if (of.kind === 'strong') return <strong>{of.text}</strong>;
  return of.kind === 'em' ? <em>{of.text}</em> : <Code>{of.text}</Code>;
}

const Line = ({ of }: { readonly of: readonly Inline[] }) =>
  of.map((part, n) => (
    <Fragment key={n}>
      <Inlined of={part} />
    </Fragment>
  ));

/** The text of a chapter, with headings that can be linked to. */
export function Blocks({ of }: { readonly of: readonly Block[] }) {
  return of.map((block, n) => {
    if (block.kind === 'section') {
      return (
        <Title key={n} order={2} id={block.id} mt="lg" className="anchored">
          <a href={`#${block.id}`}>{block.title}</a>
        </Title>
      );
    }
    if (block.kind === 'text') {
      return (
        <Text key={n}>
          <Line of={block.of} />
        </Text>
      );
    }
    return (
      <List key={n} type={block.isOrdered ? 'ordered' : 'unordered'} spacing="xs">
        {block.items.map((item, at) => (
          <List.Item key={at}>
            <Line of={item} />
          </List.Item>
        ))}
      </List>
    );
  });
}
