import { m } from '#i18n/messages.js';
import { emptyAddress } from '#app/parts/address-form.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { AddressFormPage } from './address-form-page.tsx';

export const meta = () => pageTitle(m.shell_title_create_address());

export default function AddressCreate() {
  return <AddressFormPage title={m.dashboard_address_create_title()} initial={emptyAddress} />;
}
