import { m } from '#i18n/messages.js';
import { emptyAddress } from '#app/addresses/address-form.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { AddressFormPage } from '#app/routes/dashboard/addresses/address-editor.tsx';

export const meta = () => pageTitle(m.shell_title_create_address());

export default function AddressCreate() {
  return <AddressFormPage title={m.dashboard_address_create_title()} initial={emptyAddress} />;
}
