import { NavLink, Select, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ViewSearch } from '../address/search';

export interface SideGroup<Name extends string> {
  readonly title: string;
  readonly items: readonly {
    readonly name: Name;
    readonly label: string;
    readonly icon?: Icon;
    /** A mark after the label, such as a finding. */
    readonly sign?: ReactNode;
  }[];
}

/** The parts of a page as links beside it; on narrow screens, a list to choose from. */
export function SideList<Name extends string>({
  label,
  groups,
  current,
  searchOf,
}: {
  readonly label: string;
  readonly groups: readonly SideGroup<Name>[];
  readonly current: Name | null;
  /** The query of a part's address, derived from the one in view. */
  readonly searchOf: (name: Name) => (before: ViewSearch) => object;
}) {
  const navigate = useNavigate();
  const names = groups.flatMap(({ items }) => items.map(({ name }) => name));
  const open = (value: string | null): void => {
    const name = names.find((it) => it === value);
    if (name !== undefined) void navigate({ to: '.', search: searchOf(name) } as never);
  };
  return (
    <>
      <Select
        hiddenFrom="md"
        aria-label={label}
        allowDeselect={false}
        data={groups.map(({ title, items }) => ({
          group: title,
          items: items.map((it) => ({ value: it.name, label: it.label })),
        }))}
        value={current}
        onChange={open}
      />
      <Stack gap={2} visibleFrom="md" component="nav" aria-label={label} className="sideList">
        {groups.map(({ title, items }) => (
          <div key={title}>
            <Text size="xs" c="dimmed" fw={600} px="xs" py={6}>
              {title}
            </Text>
            {items.map(({ name, label: text, icon: Sign, sign }) => (
              <NavLink
                key={name}
                renderRoot={(props) => (
                  <Link
                    to="."
                    search={searchOf(name) as never}
                    // A part without a parameter is not in the addresses of other parts.
                    activeOptions={{ exact: true, explicitUndefined: true }}
                    {...props}
                  />
                )}
                label={text}
                active={name === current}
                aria-current={name === current ? 'page' : undefined}
                leftSection={Sign && <Sign aria-hidden size={16} stroke={1.75} />}
                rightSection={sign}
              />
            ))}
          </div>
        ))}
      </Stack>
    </>
  );
}
