import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { weekdayAndDay, timeWithZone } from '#kit/local-time.ts';
import { classNames } from '#app/ui/class-names.ts';
import { ApiError } from '#app/api/api-error.ts';
import { RichText } from '#app/ui/rich-text.tsx';
import { SchoolBuilding } from '#app/company/school-building.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SchoolTag } from '#app/company/school-tag.tsx';
import { lineOf } from '#app/company/company.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { PaymentLink } from '#app/payments/payment-link.tsx';
import { SchoolPrices } from './school-prices.tsx';
import { useLanding, type Landing } from './use-landing.ts';

export const meta = () => pageTitle();
export const handle = { fillsWindow: true };

function Oops({ path, error }: { path: string; error: unknown }) {
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-4 px-5 py-16">
      <h1 className="text-2xl font-extrabold">{m.public_program_oops()}</h1>
      <p className="break-words">
        {isUnknown ? m.public_program_not_found({ path }) : m.public_program_failed()}
      </p>
      <LinkButton to="/">{m.public_program_home_page()}</LinkButton>
    </div>
  );
}

function Opening({ landing: { group, current, isOpen, time_zone } }: { landing: Landing }) {
  if (!group.coming || !time_zone) return null;
  // The school was read just before the hour, and its season just after.
  if (isOpen && group.coming.period_id === current?.period.id) return null;
  const opening = new Date(group.coming.opens_at);
  const day = weekdayAndDay(time_zone, opening);
  return (
    <p className="mb-4 text-lg font-bold">
      {m.public_program_opens({ day, time: timeWithZone(time_zone, opening) })}
    </p>
  );
}

function Message({ landing: { group, current, isOpen } }: { landing: Landing }) {
  const html = isOpen ? current?.active_msg : current?.inactive_msg;
  if (html) return <RichText html={html} />;
  return isOpen || group.coming ? null : <p>{m.public_program_unavailable()}</p>;
}

function SignUpLink({ path }: { path: string }) {
  return (
    <p className="mt-5">
      <PaymentLink to={`/contract?school=${encodeURIComponent(path)}`}>
        <span>{m.public_program_sign_up()}</span>
        <Icon name="arrow" />
      </PaymentLink>
    </p>
  );
}

function Questions({ email }: { email: string }) {
  return (
    <p className="mt-5 text-ink-soft">
      <span>{m.public_program_questions()}</span>{' '}
      <a
        className="inline-flex min-h-11 items-center break-all underline underline-offset-4"
        href={`mailto:${email}`}
      >
        {email}
      </a>
    </p>
  );
}

function SchoolPage({ landing }: { landing: Landing }) {
  const { group, current, isOpen } = landing;
  return (
    <div data-line={lineOf(group.path)}>
      <div className="h-2 bg-line" />
      <div
        className={classNames(
          'mx-auto grid max-w-page items-start gap-8 px-5 py-10',
          'lg:grid-cols-[minmax(0,1fr)_18rem] lg:px-8 lg:py-14',
        )}
      >
        <div className="min-w-0">
          <SchoolTag path={group.path}>{current && <span>{current.period.text}</span>}</SchoolTag>
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight sm:text-3xl">{group.text}</h1>
          <Card className="mt-6 max-w-form">
            {/* Who waits for the hour with a screen reader is told as well. */}
            <div aria-live="polite">
              <Opening landing={landing} />
              <Message landing={landing} />
              {isOpen && <SignUpLink path={group.path} />}
            </div>
          </Card>
          {group.routes_email && <Questions email={group.routes_email} />}
          {/* Last, because the prices may load late. */}
          {isOpen && <SchoolPrices group={group} />}
        </div>
        <SchoolBuilding {...group} className="hidden w-72 lg:block" />
      </div>
    </div>
  );
}

export default function ProgramHome() {
  const { program_group_path: path = '' } = useParams();
  const { landing, error } = useLanding(path);
  if (landing) return <SchoolPage landing={landing} />;
  if (error !== undefined) return <Oops path={path} error={error} />;
  return <Spinner label={m.public_program_loading()} className="min-h-96" />;
}
