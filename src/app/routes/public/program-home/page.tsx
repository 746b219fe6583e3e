import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';
import {
  findProgramGroupByPath,
  listPeriodProgramGroups,
  type PeriodProgramGroup,
  type ProgramGroup,
} from '#modules/catalog/catalog.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useItems } from '#app/api/use-items.ts';
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

export const meta = () => pageTitle();
export const handle = { fillsWindow: true };

type Landing = { group: ProgramGroup; current?: PeriodProgramGroup };

/** By the same reads as the wizard. */
function useLanding(path: string): { landing?: Landing; error?: unknown } {
  const groups = useItems(findProgramGroupByPath, { params: { path } });
  const group = groups.data?.[0];
  const period_id = group?.current_period_id ?? undefined;
  const current = useItems(
    listPeriodProgramGroups,
    { params: { period_id, program_group_id: group?.id } },
    { enabled: group !== undefined && period_id !== undefined },
  );
  const failed = [groups, current].find((read) => read.isError && read.data === undefined);
  if (failed) return { error: failed.error };
  if (!group || (period_id !== undefined && !current.data)) return {};
  return { landing: { group, current: current.data?.[0] } };
}

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

function Message({ landing }: { landing: Landing }) {
  const { group, current } = landing;
  const isOpen = group.is_active && current?.is_active === true;
  const html = isOpen ? current.active_msg : current?.inactive_msg;
  if (!html) return isOpen ? null : <p>{m.public_program_unavailable()}</p>;
  return <RichText html={html} />;
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
  const { group, current } = landing;
  const isOpen = group.is_active && current?.is_active === true;
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
            <Message landing={landing} />
            {isOpen && <SignUpLink path={group.path} />}
          </Card>
          {group.routes_email && <Questions email={group.routes_email} />}
          {/* Last, because the prices may load late. */}
          {isOpen && <SchoolPrices group={group} />}
        </div>
        <SchoolBuilding path={lineOf(group.path)} className="hidden w-72 lg:block" />
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
