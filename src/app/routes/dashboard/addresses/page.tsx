import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { listAddresses } from '#modules/students/students.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

export const meta = () => pageTitle(m.shell_title_addresses());

export default function Addresses() {
  const addresses = useItems(listAddresses, { params: {} });
  const add = (
    <LinkButton to="/dashboard/addresses/create" icon="plus">
      {m.dashboard_add()}
    </LinkButton>
  );
  return (
    <>
      <Link
        to="/dashboard/students"
        className="mb-2 inline-flex min-h-11 items-center font-bold underline underline-offset-4"
      >
        {m.dashboard_student_all()}
      </Link>
      <PageHead title={m.dashboard_addresses_title()} actions={add} />
      <Loaded query={addresses} loading={m.dashboard_addresses_loading()}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={m.dashboard_addresses_empty()}>
              {m.dashboard_addresses_empty_text()}
            </EmptyState>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {list.map((address) => (
                <li
                  key={address.id}
                  className="flex flex-col gap-4 rounded-md border border-hair bg-card p-4"
                >
                  <Facts
                    facts={[
                      { label: m.account_address(), value: address.address },
                      { label: m.account_apt(), value: address.apt || m.dashboard_none() },
                      { label: m.account_city(), value: address.city },
                      { label: m.account_state(), value: address.state },
                      { label: m.account_zip(), value: address.zip },
                    ]}
                  />
                  <div className="mt-auto flex flex-wrap items-center gap-3">
                    <LinkButton
                      to={`/dashboard/addresses/edit/${address.id}`}
                      look="secondary"
                      size="small"
                      icon="pencil"
                    >
                      {m.dashboard_edit()}
                    </LinkButton>
                    {!address.is_active && (
                      <span className="text-sm text-ink-soft">
                        <b>{m.dashboard_address_inactive()}</b> {m.dashboard_address_inactive_text()}
                      </span>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
