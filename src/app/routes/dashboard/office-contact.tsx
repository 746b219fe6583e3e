import { company } from '../../shell/company.ts';
import { Icon } from '../../ui/icon.tsx';

const linkClass = 'inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-4 break-all';

/** The people in the office, for what a family can't do by itself. */
export function OfficeContact() {
  return (
    <p className="grid justify-items-start">
      <a className={linkClass} href={`mailto:${company.customer_service_email}`}>
        <Icon name="mail" />
        {company.customer_service_email}
      </a>
      <a className={linkClass} href={`tel:+1-${company.dispatch_phone}`}>
        <Icon name="phone" />
        {company.dispatch_phone}
      </a>
    </p>
  );
}
