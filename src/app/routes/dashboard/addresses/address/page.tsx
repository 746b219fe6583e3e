import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { listAddresses, updateAddress, type Address } from '#modules/students/students.contract.ts';
import { addressFieldsShape } from '#modules/students/students.shapes.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { AddressFields } from '#app/addresses/address-fields.tsx';
import {
  addressParts,
  addressToForm,
  emptyAddress,
  type AddressValues,
} from '#app/addresses/address-form.ts';
import { useSaveAddress } from '#app/addresses/use-save-address.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { RecordForm, RecordNotFound } from '#app/routes/dashboard/record-form.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';

type Params = { params: { address_id?: string } };

export const meta = ({ params }: Params) =>
  pageTitle(params.address_id ? m.shell_title_edit_address() : m.shell_title_create_address());

type Checked = z.output<typeof addressFieldsShape>;
const seenAddress = (address: Address) => ({ version: address.version, values: addressToForm(address) });

type AddressEditorProps = { title: string; known?: Address };

function AddressEditor({ title, known }: AddressEditorProps) {
  const form = useForm<AddressValues, unknown, Checked>({
    mode: 'onBlur',
    resolver: schemaResolver(addressFieldsShape),
    defaultValues: known ? addressToForm(known) : emptyAddress,
  });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const say = useToast();
  const saveAddress = useSaveAddress();
  const { save, dialog } = useVersionedSave<AddressValues, Checked, Address>({
    form,
    record: known,
    parts: addressParts,
    toSeen: seenAddress,
    send: (fields, version) =>
      known
        ? callForOne(updateAddress, { params: { id: known.id }, body: { ...fields, version } })
        : saveAddress(fields),
    onSaved: async () => {
      await queryClient.invalidateQueries({ queryKey: itemsKey(listAddresses) });
      say(m.dashboard_address_saved());
      await navigate('/dashboard/addresses');
    },
  });
  return (
    <RecordForm title={title} form={form} onSave={save} list="/dashboard/addresses">
      {dialog satisfies Elements}
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
      {([address]) => (address ? <AddressEditor title={title} known={address} /> : notFound)}
    </Loaded>
  );
}

export default function AddressPage() {
  const { address_id } = useParams();
  if (address_id) return <SavedAddress address_id={address_id} />;
  return <AddressEditor title={m.dashboard_address_create_title()} />;
}
