import { m } from '#i18n/messages.js';
import { pageTitle } from '../../shell/page-title.ts';

export const meta = () => pageTitle();

export default function Page() {
  return <h1 className="p-8 text-2xl font-extrabold">{m.shell_company_name()}</h1>;
}
