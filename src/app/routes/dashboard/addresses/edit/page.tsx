import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { listAddresses } from '#modules/students/students.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { useItems } from '#app/api/use-items.ts';
import { addressToForm } from '#app/addresses/address-form.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { AddressEditor } from '#app/routes/dashboard/addresses/address-editor.tsx';

export const meta = () => pageTitle(m.shell_title_edit_address());

function NotFound() {
  return (
    <>
      <PageHead title={m.dashboard_address_edit_title()} />
      <EmptyState
        title={m.dashboard_address_not_found()}
        action={
          <LinkButton to="/dashboard/addresses" look="secondary">
            {m.dashboard_address_all()}
          </LinkButton>
        }
      />
    </>
  );
}

export default function AddressEdit() {
  const { address_id } = useParams();
  const addresses = useItems(listAddresses, { params: { id: address_id } });
  if (isNotFound(addresses.error)) return <NotFound />;
  return (
    <Loaded query={addresses} loading={m.dashboard_addresses_loading()}>
      {([address]) =>
        address ? (
          <AddressEditor
            title={m.dashboard_address_edit_title()}
            initial={addressToForm(address)}
            address_id={address.id}
          />
        ) : (
          <NotFound />
        )
      }
    </Loaded>
  );
}
