import { Link, useParams } from 'react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { listParentStatements } from '#modules/reports/statement/statement.contract.ts';
import { FileLink } from '#app/forms/file-link.tsx';
import { cents } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import { impersonationReasonShape } from '#modules/office/people/people.shapes.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { readParent, type Parent as ParentRecord } from '#modules/office/people/people.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { PhoneLink } from '#app/lists/row-links.tsx';
import { RowHead } from '#app/routes/office/frame/row-steps.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';
import { AuditTable } from '#app/routes/office/audit-table.tsx';
import { EndSessionsButton } from '#app/routes/office/end-sessions-button.tsx';
import { impersonate } from '#app/auth/session.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { Money } from '#app/ui/money.tsx';
import { CopyButton, DeleteButton, ResetMailButton } from './account-acts.tsx';
import { MethodsFold, PaymentsFold } from './family-money.tsx';
import { FamilyParts, Unverified } from './family-parts.tsx';
import { Notes } from './notes.tsx';
import { AddressesFold, LoginsFold, OrdersFold } from './parent-sections.tsx';
import { StudentsFold } from './students.tsx';

export const meta = () => pageTitle(m.office_title_parent());

function ReasonForm({ parentId, onCancel }: { parentId: number; onCancel: () => void }) {
  const form = useForm({
    resolver: schemaResolver(impersonationReasonShape),
    mode: 'onBlur',
    defaultValues: { reason: '' },
  });
  return (
    <Form form={form} className="grid gap-4" onSubmit={({ reason }) => impersonate(parentId, reason)}>
      <FormTextarea
        name="reason"
        label={m.office_impersonate_reason()}
        note={m.office_impersonate_note()}
        required
        maxLength={500}
      />
      <FormButtons submitText={m.office_impersonate()} cancelText={m.office_cancel()} onCancel={onCancel} />
    </Form>
  );
}

function ImpersonateButton({ parentId, name }: { parentId: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="eye" onClick={() => setOpen(true)}>
        {m.office_impersonate()}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={m.office_impersonate_title({ name })}
        description={m.office_impersonate_text()}
      >
        <ReasonForm parentId={parentId} onCancel={close} />
      </Dialog>
    </>
  );
}

const phoneOrNone = (phone: string | null) => (phone ? <PhoneLink phone={phone} /> : m.office_none());

const owedFacts = ({ due_cents, past_due_cents, next_payment_on }: ParentRecord) => [
  { label: m.family_owes(), value: <Money amount={cents(due_cents)} /> },
  ...(past_due_cents > 0
    ? [
        {
          label: m.office_column_past_due(),
          value: (
            <b className="text-red">
              <Money amount={cents(past_due_cents)} />
            </b>
          ),
        },
      ]
    : []),
  {
    label: m.list_next_payment(),
    value: next_payment_on ? <DateText date={next_payment_on} /> : m.office_none(),
  },
];

function ProfileFacts({ parent }: { parent: ParentRecord }) {
  const dayText = useCompanyDay();
  const seesMoney = useRight('money');
  return (
    <Facts
      facts={[
        {
          label: m.office_column_email(),
          value: (
            <>
              <a href={`mailto:${parent.email}`} className="break-all underline underline-offset-4">
                {parent.email}
              </a>
              {!parent.is_email_verified && <Unverified parent={parent} />}
            </>
          ),
        },
        { label: m.office_phone_home(), value: phoneOrNone(parent.phone_home) },
        { label: m.office_phone_mobile(), value: phoneOrNone(parent.phone_mobile) },
        ...(seesMoney ? owedFacts(parent) : []),
        { label: m.office_since(), value: <span className="figures">{dayText(parent.created_at)}</span> },
      ]}
    />
  );
}

function ProfileCard({ parent, name }: { parent: ParentRecord; name: string }) {
  const mayMail = useRight('families_write');
  const mayCopy = useRight('money');
  const mayDelete = useRight('money_write');
  const mayEndSessions = useRight('company');
  return (
    <Card
      title={m.office_profile()}
      actions={
        <>
          {mayMail && <ResetMailButton user_id={parent.id} name={name} />}
          {mayCopy && <CopyButton user_id={parent.id} name={name} />}
          {mayEndSessions && <EndSessionsButton user_id={parent.id} name={name} />}
          {mayDelete && <DeleteButton user_id={parent.id} name={name} />}
        </>
      }
    >
      <ProfileFacts parent={parent} />
    </Card>
  );
}

function AuditFold({ parent }: { parent: ParentRecord }) {
  return (
    <Fold title={m.office_audit()}>
      {parent.audit.length === 0 ? (
        <p className="text-ink-soft">{m.office_audit_none()}</p>
      ) : (
        <AuditTable rows={parent.audit} caption={m.office_audit()} />
      )}
      <Link
        to={`/admin/audit?about=user:${parent.id}`}
        className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {m.office_audit_all()}
      </Link>
    </Fold>
  );
}

/** The yearly statements of a family, for staff with the right to money (RP4.1). */
function StatementsFold({ parent_id }: { parent_id: number }) {
  const seesMoney = useRight('money');
  const statements = useItems(listParentStatements, { params: { id: parent_id } }, { enabled: seesMoney });
  const { data: years = [] } = statements;
  if (!seesMoney || years.length === 0) return null;
  return (
    <Fold title={m.statement_heading()}>
      <div className="flex flex-wrap gap-3">
        {years.map(({ year, pdf_path }) => (
          <FileLink
            key={year}
            path={pdf_path}
            readAt={statements.dataUpdatedAt}
            renew={async () =>
              (await statements.refetch({ throwOnError: true })).data?.find((one) => one.year === year)
                ?.pdf_path
            }
            text={m.office_statements_pdf({ year })}
            look="secondary"
          />
        ))}
      </div>
    </Fold>
  );
}

function ParentPage({ parent }: { parent: ParentRecord }) {
  const mayImpersonate = useRight('money_write');
  const mayAudit = useRight('audit');
  const seesMoney = useRight('money');
  const name = shownName(parent);
  return (
    <>
      <PageHead
        title={name}
        actions={
          mayImpersonate && (
            <>
              <LinkButton to={`/admin/sell?family=${parent.id}`}>{m.office_sell()}</LinkButton>
              <ImpersonateButton parentId={parent.id} name={name} />
            </>
          )
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 break-words">
        <ProfileCard parent={parent} name={name} />
        <Notes user_id={parent.id} children={parent.students} />
        <OrdersFold orders={parent.orders} />
        <StudentsFold students={parent.students} />
        {seesMoney && <PaymentsFold parent={parent} />}
        {seesMoney && <MethodsFold parent={parent} />}
        <FamilyParts parent={parent} />
        <AddressesFold addresses={parent.addresses} />
        <StatementsFold parent_id={parent.id} />
        <LoginsFold logins={parent.logins} />
        {mayAudit && <AuditFold parent={parent} />}
      </div>
    </>
  );
}

export default function Parent() {
  const { parent_id = '' } = useParams();
  const query = useItems(readParent, { params: { id: parent_id } });
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <>
      <RowHead list="/admin/users/parents" text={m.office_back_to_parents()} />
      <LoadedPage query={query} title={m.office_title_parent()} loading={m.office_loading()}>
        {([parent]) => parent && <ParentPage parent={parent} />}
      </LoadedPage>
    </>
  );
}
