import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { listAddresses, updateAddress } from '#modules/students/students.contract.ts';
import { addressFieldsShape } from '#modules/students/students.shapes.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { AddressFields } from '#app/addresses/address-fields.tsx';
import { addressToForm, emptyAddress, type AddressValues } from '#app/addresses/address-form.ts';
import { useSaveAddress } from '#app/addresses/use-save-address.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { RecordForm, RecordNotFound } from '#app/routes/dashboard/record-form.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { useToast } from '#app/ui/toast.tsx';

type Params = { params: { address_id?: string } };

export const meta = ({ params }: Params) =>
  pageTitle(params.address_id ? m.shell_title_edit_address() : m.shell_title_create_address());

type Checked = z.output<typeof addressFieldsShape>;
type AddressEditorProps = { title: string; initial: AddressValues; address_id?: number };

function AddressEditor({ title, initial, address_id }: AddressEditorProps) {
  const form = useForm<AddressValues, unknown, Checked>({
    mode: 'onBlur',
    resolver: schemaResolver(addressFieldsShape),
    defaultValues: initial,
  });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const say = useToast();
  const saveAddress = useSaveAddress();
  async function save(body: Checked) {
    if (address_id === undefined) await saveAddress(body);
    else await call(updateAddress, { params: { id: address_id }, body });
    await queryClient.invalidateQueries({ queryKey: itemsKey(listAddresses) });
    say(m.dashboard_address_saved());
    await navigate('/dashboard/addresses');
  }
  return (
    <RecordForm title={title} form={form} onSave={save} list="/dashboard/addresses">
      <AddressFields />
    </RecordForm>
  );
}

function SavedAddress({ address_id }: { address_id: string }) {
  const addresses = useItems(listAddresses, { params: { id: address_id } });
  const title = m.dashboard_address_edit_title();
  const notFound = (
    <RecordNotFound
      title={title}
      text={m.dashboard_address_not_found()}
      list="/dashboard/addresses"
      listText={m.dashboard_address_all()}
    />
  );
  if (isNotFound(addresses.error)) return notFound;
  return (
    <Loaded query={addresses} loading={m.dashboard_addresses_loading()}>
      {([address]) =>
        address ? (
          <AddressEditor title={title} initial={addressToForm(address)} address_id={address.id} />
        ) : (
          notFound
        )
      }
    </Loaded>
  );
}

export default function AddressPage() {
  const { address_id } = useParams();
  if (address_id) return <SavedAddress address_id={address_id} />;
  return <AddressEditor title={m.dashboard_address_create_title()} initial={emptyAddress} />;
}
