import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceMobile, IconFingerprint, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeMfaFactor, type MfaResponse } from '../../api/generated';
import { getMfaQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { Confirm } from '../../parts/Confirm';
import { Panel } from '../../parts/Panel';
import { Empty } from '../../parts/States';
import { DataTable } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { AddFactor } from './AddFactor';

type Factor = MfaResponse['factors'][number];

const SIGNS = { totp: IconDeviceMobile, webauthn: IconFingerprint };

/** The person's second factors; the last one stays if the role needs it. */
export function Factors({ mfa }: { readonly mfa: MfaResponse }) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const { factors, is_required: isRequired } = mfa;
  const active = factors.filter(({ status }) => status === 'active');
  const mayGo = (factor: Factor): boolean => !isRequired || factor.status === 'pending' || active.length > 1;
  const title = t('security.factors');
  return (
    <Panel
      title={title}
      aside={
        <Button size="xs" leftSection={<IconPlus aria-hidden size={16} />} onClick={() => setAdding(true)}>
          {t('security.add')}
        </Button>
      }
    >
      {factors.length === 0 ? (
        <Empty title={t('security.none')} next={t('security.noneNext')} />
      ) : (
        <DataTable
          caption={title}
          rows={factors}
          keyOf={(row) => row.factor_id}
          columns={[
            {
              name: 'name',
              label: t('security.name'),
              cell: (row) => (
                <Text span size="sm" fw={500} dir="auto" className="breaks">
                  {row.name}
                </Text>
              ),
            },
            {
              name: 'kind',
              label: t('security.kind'),
              cell: (row) => {
                const Sign = SIGNS[row.kind];
                return (
                  <Group gap={6} wrap="nowrap">
                    <Sign aria-hidden size={16} stroke={1.75} />
                    {t(`security.kinds.${row.kind}`)}
                  </Group>
                );
              },
            },
            {
              name: 'state',
              label: t('security.state'),
              cell: (row) => (
                <>
                  <StatusLabel kind="factor" value={row.status} />
                  {(row.status === 'pending' || !mfa.kinds.includes(row.kind)) && (
                    <Text size="sm" c="dimmed" maw={320} style={{ whiteSpace: 'normal' }}>
                      {t(row.status === 'pending' ? 'security.pendingText' : 'security.doesNotCount')}
                    </Text>
                  )}
                </>
              ),
            },
            {
              name: 'added',
              label: t('security.added'),
              cell: (row) => <Instant at={row.created_at_utc} />,
            },
            { name: 'used', label: t('security.used'), cell: (row) => <Instant at={row.last_used_at_utc} /> },
            {
              name: 'action',
              label: t('security.action'),
              cell: (row) =>
                mayGo(row) ? (
                  <Button size="compact-xs" variant="default" onClick={() => setRemoving(row)}>
                    {t('security.remove')}
                  </Button>
                ) : (
                  <Text size="sm" c="dimmed" maw={260} style={{ whiteSpace: 'normal' }}>
                    {t('security.lastStays')}
                  </Text>
                ),
            },
          ]}
        />
      )}
      {isAdding && <AddFactor mfa={mfa} onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveFactor
          factor={removing}
          isLast={active.length === 1 && removing.status === 'active'}
          onClose={() => setRemoving(null)}
        />
      )}
    </Panel>
  );
}

function RemoveFactor({
  factor: { factor_id, name },
  isLast,
  onClose,
}: {
  readonly factor: Factor;
  /** Whether removing it also removes the recovery codes. */
  readonly isLast: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const remove = useWrite(
    async (id: string) => {
      await removeMfaFactor({ path: { factor_id: id }, query: { client_id } });
    },
    {
      changes: [getMfaQueryKey({ query: { client_id } })],
      onDone: () => {
        notifications.show({ message: t('security.removed', { name }) });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('security.removeTitle', { name })}
      action={t('security.remove')}
      write={remove}
      onConfirm={() => remove.send(factor_id)}
      onClose={onClose}
    >
      <Text size="sm">{t(isLast ? 'security.removeLastText' : 'security.removeText')}</Text>
    </Confirm>
  );
}
