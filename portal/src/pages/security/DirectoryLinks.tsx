import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { startDirectoryLink } from '../../api/generated';
import { listDirectoryLinksOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { Panel } from '../../parts/Panel';
import { Refusal } from '../../parts/Refusal';
import { Loaded } from '../../parts/States';
import { DataTable } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';

/** The person's accounts in directories of the client (single-sign-on 4.5); nothing without a directory. */
export function DirectoryLinks() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { href } = useLocation();
  const query = { client_id };
  const links = useQuery(listDirectoryLinksOptions({ query }));
  const link = useWrite(
    async ({ connectionId, returnTo }: { readonly connectionId: string; readonly returnTo: string }) =>
      (
        await startDirectoryLink({
          path: { connection_id: connectionId },
          query,
          body: { return_to: returnTo },
        })
      ).data,
    { onDone: ({ location }) => window.location.assign(location) },
  );
  const title = t('links.title');
  if (links.data?.items.length === 0) return null;
  return (
    <Panel title={title}>
      <Text size="sm" c="dimmed">
        {t('links.text')}
      </Text>
      <Refusal problem={link.problem} />
      <Loaded query={links} what={title} height={80}>
        {({ items }) => (
          <DataTable
            caption={title}
            rows={items}
            keyOf={(row) => row.connection_id}
            columns={[
              { name: 'name', label: t('links.name'), cell: (row) => row.name },
              {
                name: 'linked',
                label: t('links.linked'),
                cell: (row) => (row.is_linked ? <Instant at={row.linked_at_utc} /> : t('links.not')),
              },
              {
                name: 'action',
                label: t('security.action'),
                cell: (row) => (
                  <Button
                    size="compact-xs"
                    variant="default"
                    loading={link.isPending}
                    onClick={() => link.send({ connectionId: row.connection_id, returnTo: href })}
                  >
                    {t(row.is_linked ? 'links.replace' : 'links.link')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
