import { Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveFollowUpSettings, type FollowUpSettingsResponse } from '../../api/generated';
import { getFollowUpSettingsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { Refusal } from '../../parts/Refusal';
import { Loaded } from '../../parts/States';

const RULES = ['missed_inbound', 'upset_callers'] as const;

function Switches({ saved }: { readonly saved: FollowUpSettingsResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  const write = useWrite(
    (change: Partial<FollowUpSettingsResponse>, key) =>
      saveFollowUpSettings({
        query: { client_id },
        headers: { 'If-Match': saved.etag, 'Idempotency-Key': key },
        body: { missed_inbound: saved.missed_inbound, upset_callers: saved.upset_callers, ...change },
      }),
    { changes: [[{ _id: 'getFollowUpSettings' }]] },
  );
  return (
    <>
      <Group gap="lg" mb="sm">
        <Text size="sm" c="dimmed">
          {t('followUp.byRule')}
        </Text>
        {RULES.map((name) => (
          <Switch
            key={name}
            label={t(`followUp.rule.${name}`)}
            checked={saved[name]}
            disabled={!may('saveFollowUpSettings') || write.isPending}
            onChange={({ currentTarget }) => write.send({ [name]: currentTarget.checked })}
          />
        ))}
      </Group>
      <Refusal problem={write.problem} />
    </>
  );
}

/** Which calls are added to the queue automatically. */
export function RuleSwitches() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const settings = useQuery(getFollowUpSettingsOptions({ query: { client_id } }));
  return (
    <Loaded query={settings} what={t('followUp.byRule')} height={28}>
      {(saved) => <Switches saved={saved} />}
    </Loaded>
  );
}
