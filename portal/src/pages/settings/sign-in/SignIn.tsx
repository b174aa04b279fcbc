import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  listSsoConnectionsOptions,
  listSsoDomainsOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { useView } from '../../../address/view';
import { Loaded } from '../../../parts/States';
import { NotFound } from '../../../shell/NotFound';
import { ConnectionSteps } from './ConnectionSteps';
import { Connections } from './Connections';
import { Domains } from './Domains';
import { Enforcement } from '../enforcement/Enforcement';
import { MfaPolicy } from './MfaPolicy';

/** How people of the client sign in with its own directory (single-sign-on section 1). */
export function SignIn() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  const { connection: wanted }: { connection?: string } = useSearch({ strict: false });
  const connections = useQuery(listSsoConnectionsOptions({ query: { client_id } }));
  const domains = useQuery(listSsoDomainsOptions({ query: { client_id } }));
  return (
    <Loaded query={connections} what={t('sso.connections')} height={240}>
      {({ items }) => {
        const opened = items.find(({ connection_id: id }) => id === wanted);
        if (wanted !== undefined && !opened) return <NotFound />;
        return (
          <Stack>
            {opened ? (
              <ConnectionSteps key={opened.connection_id} connection={opened} domains={domains.data?.items} />
            ) : (
              <>
                {may('getMfaPolicy') && <MfaPolicy />}
                <Connections connections={items} />
              </>
            )}
            <Loaded query={domains} what={t('sso.domains')} height={240}>
              {(list) => <Domains domains={list.items} connections={items} />}
            </Loaded>
            {!opened && <Enforcement connections={items} domains={domains.data?.items} />}
          </Stack>
        );
      }}
    </Loaded>
  );
}
