import { Button, Group, List, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { testTransferRouting, type TransferTestResponse } from '../../../api/generated';
import { useWrite } from '../../../data/write';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import type { Choice } from '../form/context';
import type { ProjectKey } from '../project';

interface Asked {
  readonly destination_id: string;
  readonly caller_intent?: string;
}

/**
 * Where a call would be transferred now, by the saved configuration; makes no call (workspace 2.3).
 */
export function TransferTest({
  projectKey,
  destinations,
}: {
  readonly projectKey: ProjectKey;
  readonly destinations: readonly Choice[];
}) {
  const { t } = useTranslation();
  const [destination, setDestination] = useState<string | null>(null);
  const [intent, setIntent] = useState('');
  const test = useWrite<Asked, TransferTestResponse>(
    async (body) => (await testTransferRouting({ ...projectKey, body })).data,
  );
  const { answer } = test;
  return (
    <Panel title={t('transferTest.title')}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {t('transferTest.help')}
        </Text>
        <Group align="flex-end" gap="xs">
          <Select
            size="xs"
            w={220}
            label={t('transferTest.destination')}
            placeholder={t(destinations.length === 0 ? 'form.nothingToChoose' : 'form.choose')}
            data={[...destinations]}
            value={destination}
            onChange={setDestination}
          />
          <TextInput
            size="xs"
            className="grow"
            miw={160}
            dir="auto"
            label={t('transferTest.says')}
            maxLength={500}
            value={intent}
            onChange={({ currentTarget }) => setIntent(currentTarget.value)}
          />
          <Button
            size="xs"
            variant="default"
            disabled={!destination}
            loading={test.isPending}
            onClick={() =>
              destination &&
              test.send({
                destination_id: destination,
                ...(intent.trim() === '' ? {} : { caller_intent: intent }),
              })
            }
          >
            {t('transferTest.try')}
          </Button>
        </Group>
        <Refusal problem={test.problem} />
        {answer && (
          <div role="status">
            <Text size="sm" fw={500}>
              {t(`transferTest.outcomes.${answer.outcome}`, {
                destination: answer.steps.find((it) => it.destination_id === answer.destination_id)?.label,
              })}
            </Text>
            <List size="sm">
              {answer.steps.map((it) => (
                <List.Item key={it.destination_id}>
                  <span dir="auto">{it.label}</span>: {t(`transferTest.states.${it.state}`)} (
                  {t(`transferTest.because.${it.because}`)})
                  {it.next_opens_at_utc && (
                    <>
                      {' '}
                      {t('transferTest.opens')} <Instant at={it.next_opens_at_utc} />
                    </>
                  )}
                </List.Item>
              ))}
            </List>
          </div>
        )}
      </Stack>
    </Panel>
  );
}
