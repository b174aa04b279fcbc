import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMapPin, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveIpAllowlist, type IpAllowlistResponse } from '../../../api/generated';
import { getIpAllowlistQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useEdited } from '../../../forms/edited';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { ChangedBy } from '../../../parts/values/Person';
import { isNetwork, letsIn } from './networks';
import { NetworkFields } from './NetworkFields';

interface Entry {
  readonly network: string;
  readonly label: string;
}

interface Entries {
  readonly entries: readonly Entry[];
}

const MOST_NETWORKS = 100;

/**
 * The networks of a client, as a whole list. Before saving, warns about a list that would lock out
 * the person who saves it.
 */
export function AllowlistForm({ saved }: { readonly saved: IpAllowlistResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { caller_address: address, etag } = saved;
  const [isChecked, setChecked] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const edited = useEdited<Entries>('allowlist', {
    values: { entries: saved.entries.map(({ network, label }) => ({ network, label })) },
    etag,
  });
  const { entries } = edited.values;
  const networks = entries.map(({ network }) => network.trim());
  const isSelfLetIn = letsIn(networks, address);
  const write = useWrite(
    async (force: boolean) => {
      const body = {
        entries: entries.map(({ label }, n) => ({ network: networks[n]!, label: label.trim() })),
        force,
      };
      return (await saveIpAllowlist({ query: { client_id }, headers: { 'If-Match': `"${etag}"` }, body }))
        .data;
    },
    {
      replaces: getIpAllowlistQueryKey({ query: { client_id } }),
      onDone: () => {
        edited.discard();
        setChecked(false);
        setWarned(false);
        notifications.show({ message: t('allowlist.saved') });
      },
    },
  );
  const setEntries = (changed: readonly Entry[]): void => edited.set({ entries: changed });
  const describe = (list: Entries): Described =>
    list.entries.map(({ network, label }) => [
      network,
      label ? t('allowlist.inAs', { label }) : t('allowlist.in'),
    ]);
  const isExcluded = write.problem?.code === 'allowlist_excludes_caller';
  const mayAdd = entries.length < MOST_NETWORKS;
  return (
    <>
      <EditedForm
        edited={edited}
        describe={describe}
        write={{ ...write, problem: isWarned || isExcluded ? undefined : write.problem }}
        onSave={() => {
          setChecked(true);
          if (!networks.every(isNetwork)) return;
          if (isSelfLetIn) write.send(false);
          else setWarned(true);
        }}
      >
        <Text size="sm" c="dimmed">
          {t('allowlist.text')}
        </Text>
        <ChangedBy at={saved.updated_at_utc} by={saved.updated_by} />
        <Group gap="xs">
          <Text size="sm">{t('allowlist.yours')}</Text>
          <Code>{address}</Code>
        </Group>
        {entries.length === 0 ? (
          <Text size="sm" fw={500}>
            {t('allowlist.open')}
          </Text>
        ) : (
          <Stack gap="xs">
            {entries.map((entry, n) => (
              <NetworkFields
                key={n}
                entry={entry}
                number={n + 1}
                error={
                  isChecked && !isNetwork(networks[n]!)
                    ? t('allowlist.wrong')
                    : write.problem?.fields[`entries.${n}.network`]
                }
                onChange={(change) =>
                  setEntries(entries.map((it, at) => (at === n ? { ...it, ...change } : it)))
                }
                onRemove={() => setEntries(entries.filter((_, at) => at !== n))}
              />
            ))}
          </Stack>
        )}
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={!mayAdd}
            leftSection={<IconPlus aria-hidden size={14} />}
            onClick={() => setEntries([...entries, { network: '', label: '' }])}
          >
            {t('allowlist.add')}
          </Button>
          {(entries.length === 0 || !isSelfLetIn) && (
            <Button
              size="xs"
              variant="default"
              disabled={!mayAdd}
              leftSection={<IconMapPin aria-hidden size={14} />}
              onClick={() => setEntries([...entries, { network: address, label: t('allowlist.yoursLabel') }])}
            >
              {t('allowlist.addYours')}
            </Button>
          )}
        </Group>
        {!isSelfLetIn && networks.every(isNetwork) && (
          <Alert color="yellow" variant="outline" title={t('allowlist.excludesTitle')}>
            {t('allowlist.excludes', { address })}
          </Alert>
        )}
      </EditedForm>
      {(isWarned || isExcluded) && (
        <Confirm
          title={t('allowlist.excludesTitle')}
          action={t('allowlist.force')}
          typed={address}
          write={{ ...write, problem: isExcluded ? undefined : write.problem }}
          onConfirm={() => write.send(true)}
          onClose={() => {
            setWarned(false);
            write.reset();
          }}
        >
          <Text size="sm">{t('allowlist.excludes', { address })}</Text>
          <List size="sm">
            <List.Item>{t('allowlist.losesYou')}</List.Item>
            <List.Item>{t('allowlist.losesKeys')}</List.Item>
            <List.Item>{t('allowlist.losesBack')}</List.Item>
          </List>
        </Confirm>
      )}
    </>
  );
}
