import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { addressFieldsShape, listAddresses, updateAddress } from '#modules/students/students.contract.ts';
import { call } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { AddressFields } from '#app/addresses/address-fields.tsx';
import type { AddressValues } from '#app/addresses/address-form.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { useSaveAddress } from '#app/addresses/use-save-address.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';

type Checked = z.output<typeof addressFieldsShape>;
type AddressEditorProps = { title: string; initial: AddressValues; address_id?: number };

/** The form of a new or a saved address; both return to the list. */
export function AddressEditor({ title, initial, address_id }: AddressEditorProps) {
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
    <>
      <PageHead title={title} />
      <Form form={form} onSubmit={save} label={title} className="grid max-w-form gap-8">
        <AddressFields />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.formState.isSubmitting}>
            {m.dashboard_save()}
          </Button>
          <LinkButton to="/dashboard/addresses" look="secondary">
            {m.dashboard_cancel()}
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
