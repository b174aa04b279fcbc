import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import { proveBreakGlassKey } from '../../../api/generated';
import { listBreakGlassHoldersQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Refusal } from '../../../parts/Refusal';
import { signChallenge } from './signed-challenge';

/** Lets a holder verify a passkey, as at /break-glass (break-glass 2.3). */
export function Prove() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [hasNoPasskey, setNoPasskey] = useState(false);
  const write = useWrite(
    async (_: null) => {
      const signed = await signChallenge();
      setNoPasskey(signed === null);
      if (signed === null) return null;
      return (await proveBreakGlassKey({ query: { client_id }, body: signed })).data;
    },
    {
      replaces: listBreakGlassHoldersQueryKey({ query: { client_id } }),
      onDone: (answer) => {
        if (answer) notifications.show({ message: t('breakGlass.keyWorks') });
      },
    },
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm">{t('breakGlass.proveText')}</Text>
        <Button
          size="xs"
          leftSection={<IconKey aria-hidden size={16} />}
          loading={write.isPending}
          onClick={() => write.send(null)}
        >
          {t('breakGlass.prove')}
        </Button>
      </Group>
      {hasNoPasskey && (
        <Alert color="red" variant="outline" role="alert">
          {t('breakGlassDoor.noPasskey')}
        </Alert>
      )}
      <Refusal problem={write.problem} />
    </Stack>
  );
}
