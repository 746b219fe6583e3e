import { useQueryClient } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { guardiansOf, type Guardian } from '#modules/students/guardians.ts';
import { deleteStudent, listStudents, type Student } from '#modules/students/students.contract.ts';
import { call } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { fullName, shownName } from '#kit/text/full-name.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useAct } from '#app/forms/use-act.ts';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { startPath } from '#app/orders/family-orders.ts';
import { PaymentLink } from '#app/payments/payment-link.tsx';
import { StudentPortrait } from '#app/students/student-portrait.tsx';
import { Facts } from '#app/ui/card.tsx';

export const meta = () => pageTitle(m.shell_title_students());

function GuardianLine({ guardian }: { guardian: Guardian }) {
  const name = [guardian.first_name, guardian.last_name].filter(Boolean).join(' ');
  const phone = guardian.phone_mobile;
  return (
    <>
      <span>{name && phone ? `${name}, ` : name}</span>
      {phone && <span className="whitespace-nowrap">{phone}</span>}
    </>
  );
}

function StudentFacts({ student }: { student: Student }) {
  const none = m.dashboard_none();
  return (
    <Facts
      facts={[
        { label: m.account_date_of_birth(), value: student.date_of_birth },
        { label: m.account_phone_home(), value: student.phone_home || none },
        { label: m.account_phone_mobile(), value: student.phone_mobile || none },
        { label: m.account_email(), value: student.email || none },
        ...guardiansOf(student).map((guardian, i) => ({
          label: i === 0 ? m.account_part_guardian_1() : m.account_part_guardian_2(),
          value: <GuardianLine guardian={guardian} />,
        })),
      ]}
    />
  );
}

function ContractsNote() {
  return (
    <p className="text-sm text-ink-soft">
      <span>{m.dashboard_student_has_contract()}</span>{' '}
      <Link
        to="/dashboard/orders"
        className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
      >
        {m.dashboard_student_contracts_link()}
      </Link>
    </p>
  );
}

/** `start` is undefined while the family has no contract: the family chooses a school first (MP6). */
type CardProps = { student: Student; start: string | undefined; onDelete: () => void };

function StudentActions({ student, start, nameId, onDelete }: CardProps & { nameId: string }) {
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      <LinkButton
        to={`/dashboard/students/edit/${student.id}`}
        look="secondary"
        size="small"
        icon="pencil"
        aria-describedby={nameId}
      >
        {m.dashboard_edit()}
      </LinkButton>
      <PaymentLink to={start ?? '/#schools'} look="secondary" size="small" aria-describedby={nameId}>
        {m.dashboard_start_contract()}
      </PaymentLink>
      {student.contract_details_count === 0 && (
        <Button look="danger" size="small" icon="bin" aria-describedby={nameId} onClick={onDelete}>
          {m.dashboard_delete()}
        </Button>
      )}
    </div>
  );
}

/** One student of the list; only a student without contracts has Delete (accounts.md §2). */
function StudentCard({ student, start, onDelete }: CardProps) {
  const nameId = useId();
  return (
    <li className="flex flex-col gap-4 rounded-md border border-hair bg-card p-4">
      <div className="flex items-center gap-4">
        <StudentPortrait student={student} />
        <h2 id={nameId} className="min-w-0 text-lg font-bold wrap-anywhere">
          <bdi>{fullName(student)}</bdi>
        </h2>
      </div>
      <StudentFacts student={student} />
      {student.has_medical_concerns && (
        <p className="flex items-center gap-2 font-semibold text-amber">
          <Icon name="alert" />
          <span>{m.dashboard_student_medical()}</span>
        </p>
      )}
      {student.contract_details_count > 0 && <ContractsNote />}
      <StudentActions student={student} start={start} nameId={nameId} onDelete={onDelete} />
    </li>
  );
}

function DeleteDialog({ student, onClose }: { student: Student | undefined; onClose: () => void }) {
  const { isBusy, problem, act, clear } = useAct();
  const queryClient = useQueryClient();
  const say = useToast();
  const close = () => {
    clear();
    onClose();
  };
  const remove = (chosen: Student) =>
    act(async () => {
      await call(deleteStudent, { params: { id: chosen.id } });
      await queryClient.invalidateQueries({ queryKey: itemsKey(listStudents) });
      say(m.dashboard_student_deleted({ name: shownName(chosen) }));
      onClose();
    });
  return (
    <Dialog
      open={student !== undefined}
      onClose={close}
      title={student ? m.dashboard_student_delete_title({ name: shownName(student) }) : ''}
      description={m.dashboard_student_delete_question()}
      actions={
        <>
          <Button look="danger" icon="bin" busy={isBusy} onClick={() => student && void remove(student)}>
            {m.dashboard_delete()}
          </Button>
          <Button look="secondary" onClick={close}>
            {m.dashboard_cancel()}
          </Button>
        </>
      }
    >
      <ErrorNotice text={problem} />
    </Dialog>
  );
}

type ListProps = { students: readonly Student[]; onDelete: (student: Student) => void };

function StudentList({ students, onDelete }: ListProps) {
  const { data: orders = [] } = useItems(listOrders, { params: {} });
  if (students.length === 0)
    return (
      <EmptyState
        title={m.dashboard_students_empty()}
        action={<LinkButton to="/">{m.dashboard_start_contract()}</LinkButton>}
      >
        {m.dashboard_students_empty_text()}
      </EmptyState>
    );
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {students.map((student) => (
        <StudentCard
          key={student.id}
          student={student}
          start={startPath(orders, student.id)}
          onDelete={() => onDelete(student)}
        />
      ))}
    </ul>
  );
}

export default function Students() {
  const students = useItems(listStudents, { params: {} });
  const [toDelete, setToDelete] = useState<Student>();
  const create = (
    <LinkButton to="/dashboard/students/create" icon="plus">
      {m.dashboard_create()}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={m.dashboard_students_title()} actions={create} />
      <Loaded query={students} loading={m.dashboard_students_loading()}>
        {(list) => <StudentList students={list} onDelete={setToDelete} />}
      </Loaded>
      {!students.isPending && (
        <Link
          to="/dashboard/addresses"
          className="mt-4 inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-4"
        >
          <span>{m.dashboard_students_addresses()}</span>
          <Icon name="arrow" />
        </Link>
      )}
      <DeleteDialog student={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  );
}
