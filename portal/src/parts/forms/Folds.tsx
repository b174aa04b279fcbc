import { Accordion } from '@mantine/core';
import { useState, type ReactNode } from 'react';

export interface Fold {
  readonly name: string;
  readonly title: string;
  /** Whether the API refuses one of its fields; if so, it is open. */
  readonly hasError: boolean;
  readonly content: ReactNode;
}

/** Parts of a form that most people do not change, collapsed. */
export function Folds({ folds }: { readonly folds: readonly Fold[] }) {
  const [opened, setOpened] = useState<string[]>([]);
  const faulty = folds.filter(({ hasError }) => hasError).map(({ name }) => name);
  return (
    <Accordion multiple variant="contained" value={[...new Set([...opened, ...faulty])]} onChange={setOpened}>
      {folds.map(({ name, title, content }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>{title}</Accordion.Control>
          <Accordion.Panel>{content}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
