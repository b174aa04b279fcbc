import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConnectionRecord, DomainRecord, EnforcementResponse } from '../../../api/generated';
import { getSsoEnforcementOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { useSession } from '../../../session/session';
import { EndEnforcement } from './EndEnforcement';
import { useEnforcementWrite } from './enforcement-write';
import { RequireConnection } from './RequireConnection';

/** Whether people of the client must sign in through one connection (single-sign-on section 7). */
export function Enforcement({
  connections,
  domains,
}: {
  readonly connections: readonly ConnectionRecord[];
  /** Undefined while they are not known. */
  readonly domains: readonly DomainRecord[] | undefined;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const session = useSession();
  const enforcement = useQuery(getSsoEnforcementOptions({ query: { client_id } }));
  const write = useEnforcementWrite(enforcement.data?.etag);
  const title = t('enforcement.title');
  const content = (state: EnforcementResponse) => {
    if (state.mode === 'required')
      return <EndEnforcement state={state} connections={connections} write={write} />;
    // A break-glass session uses no connection.
    if (session?.break_glass_id) return <Text size="sm">{t('enforcement.notByBreakGlass')}</Text>;
    if (connections.length === 0)
      return <Empty title={t('enforcement.noConnection')} next={t('enforcement.noConnectionNext')} />;
    return <RequireConnection connections={connections} domains={domains} write={write} />;
  };
  return (
    <Panel title={title}>
      <Text size="sm" c="dimmed">
        {t('enforcement.text')}
      </Text>
      <Loaded query={enforcement} what={title} height={160}>
        {(state) => (
          <>
            <StatusLabel kind="enforcement" value={state.mode} />
            <Refusal problem={write.problem} />
            {content(state)}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
