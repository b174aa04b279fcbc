import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { closeBreakGlass } from '../api/generated';
import { getBreakGlassUseOptions } from '../api/generated/@tanstack/react-query.gen';
import { useView } from '../address/view';
import { useWrite } from '../data/write';
import { Refusal } from '../parts/Refusal';
import { Instant } from '../parts/values/Instant';

/**
 * Shown on every page of a break-glass session: when the session ends, and a button to end it
 * (break-glass 3.4).
 */
export function BreakGlassBanner({ useId }: { readonly useId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const use = useQuery(getBreakGlassUseOptions({ path: { use_id: useId }, query: { client_id } }));
  const close = useWrite(
    async (_: null, key) =>
      (await closeBreakGlass({ query: { client_id }, headers: { 'Idempotency-Key': key }, body: {} })).data,
    { onDone: () => window.location.assign('/sign-in?reason=signed_out') },
  );
  return (
    <Alert
      color="red"
      variant="filled"
      radius={0}
      mb="md"
      icon={<IconAlertTriangle aria-hidden />}
      role="status"
    >
      <Group justify="space-between">
        <Text size="sm" c="inherit">
          {t('shell.breakGlass')}
          {use.data && (
            <>
              {' '}
              {t('shell.breakGlassUntil')} <Instant at={use.data.ends_at_utc} />
            </>
          )}
        </Text>
        <Button
          size="compact-sm"
          variant="white"
          color="red"
          loading={close.isPending}
          onClick={() => close.send(null)}
        >
          {t('shell.breakGlassClose')}
        </Button>
      </Group>
      <Refusal problem={close.problem} />
    </Alert>
  );
}
