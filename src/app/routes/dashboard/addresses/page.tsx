import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import {
  listAddresses,
  listStudents,
  removeAddress,
  type Address,
  type Student,
} from '#modules/students/students.contract.ts';
import { addressLine } from '#app/addresses/address-form.ts';
import { call } from '#app/api/client.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { shownName } from '#kit/text/full-name.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';

export const meta = () => pageTitle(m.shell_title_addresses());

function AddressNotes({ address, living }: { address: Address; living: readonly Student[] }) {
  return (
    <>
      {!address.is_active && (
        <p className="text-sm text-ink-soft">
          <b>{m.dashboard_address_inactive()}</b> <span>{m.dashboard_address_inactive_text()}</span>
        </p>
      )}
      {living.map((student) => (
        <p key={student.id} className="text-sm wrap-anywhere text-ink-soft">
          {m.dashboard_address_lived_at({ student: shownName(student) })}
        </p>
      ))}
    </>
  );
}

function RemoveAddress({ address }: { address: Address }) {
  const queryClient = useQueryClient();
  const line = addressLine(address);
  return (
    <ConfirmButton
      label={m.dashboard_address_remove()}
      fullLabel={m.dashboard_address_remove_named({ address: line })}
      title={m.dashboard_address_remove_title()}
      description={m.dashboard_address_remove_text({ address: line })}
      done={m.dashboard_address_removed()}
      act={async () => {
        await call(removeAddress, { params: { id: address.id } });
        await queryClient.invalidateQueries({ queryKey: itemsKey(listAddresses) });
      }}
    />
  );
}

function AddressCard({ address, students }: { address: Address; students: readonly Student[] }) {
  const living = students.filter((student) => student.address_id === address.id);
  return (
    <li className="flex flex-col gap-4 rounded-md border border-hair bg-card p-4">
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
        {living.length === 0 && <RemoveAddress address={address} />}
      </div>
      <AddressNotes address={address} living={living} />
    </li>
  );
}

export default function Addresses() {
  const addresses = useItems(listAddresses, { params: {} });
  const students = useItems(listStudents, { params: {} });
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
            <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
              {list.map((address) => (
                <AddressCard key={address.id} address={address} students={students.data ?? []} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
