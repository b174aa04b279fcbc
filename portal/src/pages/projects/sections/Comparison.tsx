import { Alert, Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { differences, merged } from '../form/merge';
import type { JsonObject } from '../form/schema';
import { useWords } from '../form/words';
import { JsonView } from './JsonView';

/**
 * Changes that another person saved while this person was editing, field by field. A field changed
 * by only one of them is decided already; if both changed it, this person decides.
 */
export function Comparison({
  section,
  base,
  mine,
  theirs,
  onDecide,
}: {
  readonly section: string;
  readonly base: JsonObject;
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
  readonly onDecide: (value: JsonObject) => void;
}) {
  const { t } = useTranslation();
  const words = useWords();
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const found = differences(base, mine, theirs);
  const decisionOf = ({ path, base: before, mine: own, isConflict }: (typeof found)[number]) =>
    chosen[path] ??
    (isConflict ? undefined : JSON.stringify(before) === JSON.stringify(own) ? 'theirs' : 'mine');
  const open = found.filter((it) => decisionOf(it) === undefined);
  return (
    <Alert
      color="yellow"
      variant="outline"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={t('conflict.title')}
    >
      <Stack gap="sm">
        <Text size="sm">{t('conflict.text')}</Text>
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing="xs" aria-label={t('conflict.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('conflict.field')}</Table.Th>
                <Table.Th scope="col">{t('conflict.mine')}</Table.Th>
                <Table.Th scope="col">{t('conflict.theirs')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map((it) => (
                <Table.Tr key={it.path}>
                  <Table.Th scope="row" fw={500} style={{ verticalAlign: 'top' }}>
                    {words.trail(section, it.path)}
                  </Table.Th>
                  {(['mine', 'theirs'] as const).map((side) => (
                    <Table.Td key={side} style={{ verticalAlign: 'top' }}>
                      <Radio
                        name={it.path}
                        checked={decisionOf(it) === side}
                        onChange={() => setChosen((before) => ({ ...before, [it.path]: side }))}
                        label={<JsonView section={section} path={it.path} value={it[side]} />}
                        aria-label={`${words.trail(section, it.path)}: ${t(`conflict.${side}`)}`}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="space-between">
          <Text size="sm" aria-live="polite">
            {open.length > 0 ? t('conflict.open', { count: open.length }) : t('conflict.decided')}
          </Text>
          <Button
            size="xs"
            disabled={open.length > 0}
            onClick={() =>
              onDecide(merged(mine, theirs, found, (it) => decisionOf(it) === 'theirs') as JsonObject)
            }
          >
            {t('conflict.goOn')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
