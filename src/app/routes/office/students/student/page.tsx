import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents, formatMoney, toPercent } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { shownName } from '#kit/text/full-name.ts';
import { ORDER_STATE_TEXTS } from '#modules/office/lists/list-texts.ts';
import { readStudent, type SignedField, type StudentPage } from '#modules/office/people/people.contract.ts';
import { changedText } from '#modules/students/changed-fields.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ContractLink, FamilyLink } from '#app/lists/row-links.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { LastRows } from '#app/routes/office/orders/order-audit.tsx';
import { RowHead } from '#app/routes/office/frame/row-steps.tsx';
import { Notes } from '#app/routes/office/parents/parent/notes.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { StudentPortrait } from '#app/students/student-portrait.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Table } from '#app/ui/table.tsx';
import { typed } from '#app/ui/typed.tsx';
import { StudentFacts } from '../student-facts.tsx';
import { WaitingPart } from './waiting-part.tsx';

export const meta = () => pageTitle(m.student_title());

type Props = { student: StudentPage };

function ContractsPart({ student: { contracts } }: Props) {
  if (contracts.length === 0) return null;
  return (
    <Fold title={m.office_orders()}>
      <ul className="grid gap-2">
        {contracts.map(({ order_id, contract_number, line, season, school, status }) => (
          <li key={order_id}>
            <ContractLink order_id={order_id} contract_number={contract_number} />
            <span>{` · ${school} · ${line} · ${season} · ${ORDER_STATE_TEXTS[status]()}`}</span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

const valueText = (value: SignedField['signed']): string => {
  if (typeof value === 'boolean') return value ? m.shell_yes() : m.shell_no();
  return value ?? m.office_none();
};

function Differences({ fields }: { fields: readonly SignedField[] }) {
  return (
    <Table
      dense
      hideCaption
      caption={m.student_changed()}
      rows={fields}
      rowKey={({ field }) => field}
      columns={[
        {
          key: 'field',
          header: m.student_changed_field(),
          narrow: 'title',
          cell: ({ field }) => changedText(field),
        },
        { key: 'signed', header: m.student_changed_then(), cell: ({ signed }) => typed(valueText(signed)) },
        { key: 'on_file', header: m.student_changed_now(), cell: ({ on_file }) => typed(valueText(on_file)) },
      ]}
    />
  );
}

/** What a contract in force says, and what is on file today (OF10.4). */
function ChangedPart({ student: { contracts } }: Props) {
  const mayChange = useRight('money_write');
  const changed = contracts
    .map((contract) => ({ ...contract, fields: [...contract.changed, ...(contract.changed_care ?? [])] }))
    .filter(({ fields }) => fields.length > 0);
  if (changed.length === 0) return null;
  return (
    <Fold title={m.student_changed()}>
      <div className="grid gap-4">
        {changed.map(({ order_id, contract_number, fields }) => (
          <div key={order_id} className="grid justify-items-start gap-2">
            <ContractLink order_id={order_id} contract_number={contract_number} />
            <Differences fields={fields} />
            {mayChange && (
              <LinkButton
                look="secondary"
                size="small"
                to={`/admin/orders/${order_id}/change?student=on_file`}
              >
                {m.student_take_in()}
              </LinkButton>
            )}
          </div>
        ))}
      </div>
    </Fold>
  );
}

type Award = StudentPage['awards'][number];

const kinds: Record<Award['kind'], (said: { amount: string }) => string> = {
  pays: m.student_award_pays,
  off: m.student_award_off,
  share: m.student_award_share,
};

function awardText({ kind, amount_cents, milli_percent, school, season, expires_on, is_ended }: Award) {
  const amount =
    milli_percent === null
      ? amount_cents && formatMoney(cents(amount_cents))
      : `${toPercent(milli_percent)}%`;
  return [
    kinds[kind]({ amount: amount ?? m.office_none() }),
    school,
    season,
    ...(expires_on ? [m.student_award_until({ day: formatDate(expires_on) })] : []),
    ...(is_ended ? [m.student_award_ended()] : []),
  ].join(' · ');
}

/** Aid of the school's office; staff without the right to aid get none. */
function AwardsPart({ student: { awards } }: { student: Partial<Pick<StudentPage, 'awards'>> }) {
  if (!awards || awards.length === 0) return null;
  return (
    <Fold title={m.student_awards()}>
      <ul className="grid gap-1">
        {awards.map((award) => (
          <li key={award.id}>{awardText(award)}</li>
        ))}
      </ul>
    </Fold>
  );
}

function StudentSections({ student }: Props) {
  const mayAudit = useRight('audit');
  const seesCare = useRight('care');
  return (
    <div className="grid grid-cols-1 items-start gap-4 break-words">
      <Fold title={m.student_details()}>
        <div className="flex flex-wrap gap-4">
          {seesCare && <StudentPortrait student={student} />}
          <StudentFacts student={student} />
        </div>
      </Fold>
      <ChangedPart student={student} />
      <ContractsPart student={student} />
      <AwardsPart student={student} />
      <WaitingPart waiting={student.waiting} />
      <Notes user_id={student.parent.id} children={[student]} student_id={student.id} />
      {mayAudit && (
        <Fold title={m.order_history()} isOpenFirst={false}>
          <LastRows about={`student:${student.id}`} />
        </Fold>
      )}
    </div>
  );
}

function Student({ student }: Props) {
  const mayEdit = useRight('families_write');
  return (
    <>
      <PageHead
        title={shownName(student)}
        actions={
          mayEdit && <LinkButton to={`/admin/students/${student.id}/edit`}>{m.student_edit()}</LinkButton>
        }
      />
      <p className="mb-4" data-family>
        <span>{`${m.order_family()}: `}</span>
        <FamilyLink {...student.parent} />
      </p>
      <StudentSections student={student} />
    </>
  );
}

/** One child; each opening is in the audit log (OF10.4). */
export default function StudentView() {
  const { student_id = '' } = useParams();
  const query = useItems(readStudent, { params: { id: student_id } }, { refetchOnWindowFocus: false });
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <>
      <RowHead list="/admin/students" text={m.student_back()} />
      <LoadedPage query={query} title={m.student_title()} loading={m.office_loading()}>
        {([student]) => student && <Student student={student} />}
      </LoadedPage>
    </>
  );
}
