import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { listStudents } from '#modules/students/students.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { studentToForm } from '#app/students/student-form.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { StudentEditor } from '#app/routes/dashboard/students/student-editor.tsx';

export const meta = () => pageTitle(m.shell_title_edit_student());

export default function StudentEdit() {
  const { student_id } = useParams();
  const students = useItems(listStudents, { params: {} });
  return (
    <Loaded query={students} loading={m.dashboard_students_loading()}>
      {(list) => {
        const student = list.find((each) => String(each.id) === student_id);
        if (!student) {
          return (
            <>
              <PageHead title={m.dashboard_student_edit_title()} />
              <EmptyState
                title={m.dashboard_student_not_found()}
                action={
                  <LinkButton to="/dashboard/students" look="secondary">
                    {m.dashboard_student_all()}
                  </LinkButton>
                }
              />
            </>
          );
        }
        return (
          <StudentEditor
            title={m.dashboard_student_edit_title()}
            initial={studentToForm(student)}
            known={student}
          />
        );
      }}
    </Loaded>
  );
}
