import { m } from '#i18n/messages.js';
import { emptyAddress } from '#app/addresses/address-form.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { AddressEditor } from '#app/routes/dashboard/addresses/address-editor.tsx';

export const meta = () => pageTitle(m.shell_title_create_address());

export default function AddressCreate() {
  return <AddressEditor title={m.dashboard_address_create_title()} initial={emptyAddress} />;
}
